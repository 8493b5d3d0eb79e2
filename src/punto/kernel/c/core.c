/* The library's entry points: counts and prices of many compositions in one call. */
#include "core.h"
#include "quotient.h"
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define API __declspec(dllexport)
#else
#define API __attribute__((visibility("default")))
#endif

/* The largest shoes whose sequences a double, and a 64-bit integer, can still count one by one. */
enum { DOUBLE_CARDS = 458, INTEGER_CARDS = 1450 };

enum { FINE = 0, NEGATIVE = 1, TOO_MANY = 2, NO_MEMORY = 3, NO_SUCH_PATH = 4 };

/* Rows are sets of cells (row r owns cell[row_start[r]] to cell[row_start[r + 1] - 1]); a functional is the sum of
 * payoff * row count over its entries, divided by denominator * (count of its base row, or all sequences if -1). */
struct program {
    int64_t rows, functionals;
    const int32_t *row_start, *cell;
    const int32_t *entry_start, *entry_row;
    const int64_t *entry_payoff;
    const int64_t *denominator;
    const int32_t *base;
};

/* One kind of number: how many compositions it takes at once, and its two jobs. `cells` and `rows` get one line a
 * composition, `count` lines. */
struct path {
    int lanes;
    void (*cells)(const struct plan *, const int64_t *const *compositions, int count, int64_t *const *cells);
    void (*rows)(const struct plan *, const struct program *, const int64_t *const *compositions, int count,
                 int64_t *const *rows);
};

/* ALONE is the path that is quickest for a single composition. */
enum { MOST_LANES = 8, ALONE = 1 };

#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define FN(name) PASTE(name, KIND)

#define KIND integer
#define NUM int64_t
#define SCALAR int64_t
#define LANES 1
#define QUAL static
#include "coup.inc"
#include "lanes.inc"

#define KIND double
#define NUM double
#define SCALAR double
#define LANES 1
#define QUAL static
#include "coup.inc"
#include "lanes.inc"

/* Two lanes are what every 64-bit x86 and ARM processor has. */
typedef double double2 __attribute__((vector_size(16)));
#define KIND double2
#define NUM double2
#define SCALAR double
#define LANES 2
#define QUAL static
#include "coup.inc"
#include "lanes.inc"

#if defined(__x86_64__)
#include <cpuid.h>

typedef double double4 __attribute__((vector_size(32)));
#define KIND double4
#define NUM double4
#define SCALAR double
#define LANES 4
#define QUAL static __attribute__((target("avx2")))
#include "coup.inc"
#include "lanes.inc"

typedef double double8 __attribute__((vector_size(64)));
#define KIND double8
#define NUM double8
#define SCALAR double
#define LANES 8
#define QUAL static __attribute__((target("avx512f,avx512dq")))
#include "coup.inc"
#include "lanes.inc"

/* Asked of the processor itself: the compilers' own builtin for this is not in every runtime library. Bits of the
 * state mask: 1 and 2 the 256-bit registers, 5 to 7 the 512-bit ones, kept by the operating system. */
static int widest(void)
{
    unsigned a, b, c, d, state, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1) || !(c >> 28 & 1)) return 2;
    __asm__ volatile("xgetbv" : "=a"(state), "=d"(high) : "c"(0));
    if ((state & 0x06) != 0x06 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b >> 5 & 1)) return 2;
    if ((state & 0xe6) != 0xe6 || !(b >> 16 & 1) || !(b >> 17 & 1)) return 3;
    return 4;
}
#else
static int widest(void) { return 2; }
#endif

static const struct path paths[] = {
    {1, cells_integer, rows_integer},
    {1, cells_double, rows_double},
    {2, cells_double2, rows_double2},
#if defined(__x86_64__)
    {4, cells_double4, rows_double4},
    {8, cells_double8, rows_double8},
#endif
};

/* The highest path number this processor can take: 0 integers, 1 doubles, 2 to 4 two, four and eight lanes. */
API int punto_paths(void) { return widest(); }

static void make_plan(const struct tableau *given, struct plan *plan)
{
    memset(plan, 0, sizeof *plan);
    struct tableau *own = &plan->tableau;
    const int32_t open = 0x3ff & ~given->naturals;
    own->naturals = 0x3ff & given->naturals;
    own->player_draws = open & given->player_draws;
    own->banker_draws_alone = open & given->banker_draws_alone;
    for (int t = 0; t < 10; t++) {
        own->banker_draws_on[t] = open >> t & 1 ? 0x3ff & given->banker_draws_on[t] : 0;
        if (open >> t & 1) plan->open[plan->opens++] = t;
        if (own->player_draws >> t & 1) plan->draw[plan->draws++] = t;
        for (int p = 0; p < 10; p++) plan->outcome[t][p] = (signed char)(p > t ? 0 : p < t ? 1 : 2);
    }
    for (int s = 0; s < 10; s++)
        plan->ends[s] = !(open >> s & 1) ? 0x3ff
                        : own->player_draws >> s & 1 ? own->naturals
                                                     : 0x3ff & ~own->banker_draws_alone;
    for (int x = 0; x < 10; x++)
        for (int t = 0; t < 10; t++)
            if (own->banker_draws_on[t] >> x & 1) plan->draw_on[x][plan->draws_on[x]++] = t;
    for (int i = 0; i < plan->opens; i++)
        for (int j = i; j < plan->opens; j++) {
            plan->couple[plan->couples][0] = plan->open[i];
            plan->couple[plan->couples++][1] = plan->open[j];
        }
}

static int64_t cards(const int64_t *composition)
{
    int64_t n = 0;
    for (int v = 0; v < 10; v++) n += composition[v];
    return n;
}

/* *bad gets the first composition that cannot be counted. */
static int check(const int64_t *compositions, int64_t n, int path, int64_t *bad)
{
    if (path < -1 || path > widest()) return NO_SUCH_PATH;
    for (int64_t i = 0; i < n; i++) {
        const int64_t *m = compositions + i * 10;
        *bad = i;
        for (int v = 0; v < 10; v++) {
            if (m[v] < 0) return NEGATIVE;
            if (m[v] > INTEGER_CARDS) return TOO_MANY;
        }
        if (cards(m) > INTEGER_CARDS) return TOO_MANY;
    }
    return FINE;
}

/* The next compositions that can go together, from *from on: up to the lanes of the path, or one by one in integers
 * where a shoe is too big for doubles. */
static const struct path *take(const int64_t *compositions, int64_t n, int path, int64_t *from, int64_t *taken,
                               int *count)
{
    const int want = path < 0 ? widest() : path;
    *count = 0;
    for (int64_t i = *from; i < n && *count < paths[want].lanes; i++, ++*count) {
        if (want && cards(compositions + i * 10) > DOUBLE_CARDS) break;
        taken[*count] = i;
    }
    if (*count == 0) taken[(*count)++] = *from;
    *from += *count;
    if (want && cards(compositions + taken[0] * 10) > DOUBLE_CARDS) return &paths[0];
    return path < 0 && *count == 1 ? &paths[ALONE] : &paths[want];
}

API int punto_counts(const struct tableau *tableau, const int64_t *compositions, int64_t n, int path, int64_t *out,
                     int64_t *bad)
{
    const int fault = check(compositions, n, path, bad);
    if (fault) return fault;
    struct plan plan;
    make_plan(tableau, &plan);
    for (int64_t from = 0; from < n;) {
        int64_t taken[MOST_LANES], *cells[MOST_LANES];
        const int64_t *m[MOST_LANES];
        int count;
        const struct path *by = take(compositions, n, path, &from, taken, &count);
        for (int i = 0; i < count; i++) m[i] = compositions + taken[i] * 10, cells[i] = out + taken[i] * CELLS;
        by->cells(&plan, m, count, cells);
    }
    return FINE;
}

/* Any of rows, values and high may be null; high and low are the two halves of the exact numerators. */
static void value(const struct program *program, int64_t sequences, const int64_t *rows, double *values,
                  int64_t *high, uint64_t *low)
{
    for (int64_t f = 0; f < program->functionals; f++) {
        __int128 sum = 0;
        for (int32_t e = program->entry_start[f]; e < program->entry_start[f + 1]; e++)
            sum += (__int128)program->entry_payoff[e] * rows[program->entry_row[e]];
        if (high) {
            high[f] = (int64_t)(sum >> 64);
            low[f] = (uint64_t)sum;
        }
        if (values) {
            const int64_t base = program->base[f] < 0 ? sequences : rows[program->base[f]];
            values[f] = quotient(sum, (__int128)program->denominator[f] * base);
        }
    }
}

API int punto_price(const struct tableau *tableau, const struct program *program, const int64_t *compositions,
                    int64_t n, int path, int64_t *rows, double *values, int64_t *high, uint64_t *low, int64_t *bad)
{
    const int fault = check(compositions, n, path, bad);
    if (fault) return fault;
    int64_t *own = NULL;
    if (!rows && !(own = malloc((size_t)(program->rows * MOST_LANES + 1) * sizeof *own))) return NO_MEMORY;
    struct plan plan;
    make_plan(tableau, &plan);
    for (int64_t from = 0; from < n;) {
        int64_t taken[MOST_LANES], *line[MOST_LANES];
        const int64_t *m[MOST_LANES];
        int count;
        const struct path *by = take(compositions, n, path, &from, taken, &count);
        for (int i = 0; i < count; i++) {
            m[i] = compositions + taken[i] * 10;
            line[i] = rows ? rows + taken[i] * program->rows : own + i * program->rows;
        }
        by->rows(&plan, program, m, count, line);
        for (int i = 0; i < count; i++) {
            const int64_t k = cards(m[i]), at = taken[i] * program->functionals;
            const int64_t sequences = k < 6 ? 0 : k * (k - 1) * (k - 2) * (k - 3) * (k - 4) * (k - 5);
            value(program, sequences, line[i], values ? values + at : NULL, high ? high + at : NULL,
                  low ? low + at : NULL);
        }
    }
    free(own);
    return FINE;
}
