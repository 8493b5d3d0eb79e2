/* What the core counts, and how a tableau is handed to it. Compiles as C99 and as CUDA C++. */
#ifndef PUNTO_CORE_H
#define PUNTO_CORE_H

#ifdef __CUDACC_RTC__ /* CUDA's compiler at run time has no headers of the system. */
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
#else
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

/* The tableau turned into lists of places in the core's tables, so that its inner loops ask no questions. A deal's
 * place is 10 times the smaller two-card total plus the larger. */
struct couples { /* unordered pairs of two-card totals */
    int number;
    int16_t low[55], high[55];
};
struct ends { /* coups that end with a given fifth card */
    int number;
    int16_t deal[100], joint[100], four[100];
};
struct draws { /* coups in which Player draws a given card and Banker draws too */
    int number;
    int16_t deal[100], third[100], four[100];
    int16_t player[100], banker[100]; /* Player's three-card and Banker's two-card total */
};
struct plan {
    struct tableau tableau;       /* naturals taken out of every other mask */
    int32_t stand[10];            /* for each Player total, the Banker totals with which four cards end the coup */
    struct couples open, drawn;   /* totals without a natural; those after which both hands may draw */
    struct ends ends[10];
    struct draws draws[10];
    int16_t line[20];             /* 10 times i modulo 10 */
    signed char outcome[20][10];  /* [banker, not reduced][player] */
};

#endif
