/* How a shoe is shuffled and dealt, and what is tallied. Compiles as C99 and as CUDA C++. */
#ifndef PUNTO_DEAL_H
#define PUNTO_DEAL_H

#include "core.h"
#ifdef __CUDACC_RTC__
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#endif

/* A card is a byte: 16 times its value, plus 4 times its kind (ten, jack, queen, king; else 0), plus its suit. So
 * a card's value is one shift away, cards of one rank differ only in the two lowest bits, and equal bytes are the
 * same rank and suit.
 *
 * A coup's path tells all that totals can: 1000 s + 100 t + 10 x + y, where s and t are Player's and Banker's two-card
 * totals, x the value of the fifth card dealt and y of the sixth, each 0 where it is not dealt. s and t say whether a
 * fifth is dealt and with x whether a sixth is, so no two coups that differ share a path.
 *
 * A hand's pairing is 0, or 1 + the rank of its pair (ace 0 to king 12), + 13 if the pair is of one suit. Coups with a
 * pair are tallied by both pairings and the joint cell of core.h. */
enum {
    MOST_DEALT = 832,   /* sixteen decks */
    SPARE = 8,          /* bytes after the last card that a coup which runs out of cards may look at */
    TASK_SHOES = 64,    /* shoes dealt from one stream of random numbers */
    PATHS = 10000,
    PAIRINGS = 27,
    JOINTS = 400,
    PAIRED = PAIRINGS * PAIRINGS * JOINTS,
    LONGEST = 256,      /* more coups than any shoe has */
    OPENINGS = 19 * 32, /* 32 times Player's unreduced two-card sum, plus Banker's */
    BURN_BY_FIRST_CARD = -1
};

struct dealing {
    int32_t cards;
    int32_t cut_at;   /* a coup that begins with more cards out than this is the last */
    int32_t shuffled; /* a multiple of 4: no card after these can be dealt */
    int32_t burn;     /* cards taken away unseen, or BURN_BY_FIRST_CARD */
    /* Bits 0 to 9: the fifth cards after which a sixth is dealt; bit 10: a fifth is dealt; from bit 16 on: the path. */
    uint32_t openings[OPENINGS];
    /* Random words whose last product lies below this would favour some places: they are drawn again. */
    uint32_t refused[MOST_DEALT / 2];
    uint16_t joint[PATHS];
    uint8_t fresh[MOST_DEALT + SPARE];
};

#endif
