/* What the core counts, and how a tableau is handed to it. Compiles as C99 and as CUDA C++. */
#ifndef PUNTO_CORE_H
#define PUNTO_CORE_H

#ifndef __CUDACC_RTC__
#include <stdint.h>
#endif

/* The cells of one composition: counts of ordered six-card sequences.
 *   JOINT + ((player cards - 2) * 2 + banker cards - 2) * 100 + player total * 10 + banker total
 *   FOUR  + (player's two-card total * 10 + banker's) * 3 + outcome, where some hand still draws after four cards
 *   FIVE  + (player's three-card total * 10 + banker's two-card total) * 3 + outcome, where Banker then draws
 * Outcomes: 0 Player wins, 1 Banker wins, 2 tie. */
enum { JOINT = 0, FOUR = 400, FIVE = 700, CELLS = 1000 };

/* Bit t of a mask stands for the total t; in banker_draws_on[t], bit x for the value x of Player's third card. */
struct tableau {
    int32_t naturals;
    int32_t player_draws;
    int32_t banker_draws_alone;
    int32_t banker_draws_on[10];
};

/* The tableau turned into lists, so that the inner loops ask no questions. */
struct plan {
    struct tableau tableau; /* naturals taken out of every other mask */
    int32_t ends[10];       /* for each Player total, the Banker totals with which four cards end the coup */
    int open[10], opens;    /* two-card totals after which a hand may draw */
    int couple[55][2], couples; /* unordered pairs of open totals */
    int draw[10], draws;    /* totals on which Player draws */
    int draw_on[10][10], draws_on[10]; /* for each third card of Player, the totals on which Banker draws */
    signed char outcome[10][10]; /* [banker][player] */
};

#endif
