/* The library's entry points: counts and prices of many compositions in one call. */
#include "core.h"
#ifdef __wasm__ /* A page counts and prices nothing: it needs no system beneath it, and none of its headers. */
#define NULL ((void *)0)
#else
#include "quotient.h"
#include <stdlib.h>
#endif

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

/* Two lanes are what every 64-bit x86 and ARM processor has, and WebAssembly. */
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
static int ask_widest(void)
{
    unsigned a, b, c, d, state, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1) || !(c >> 28 & 1)) return 2;
    __asm__ volatile("xgetbv" : "=a"(state), "=d"(high) : "c"(0));
    if ((state & 0x06) != 0x06 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b >> 5 & 1)) return 2;
    if ((state & 0xe6) != 0xe6 || !(b >> 16 & 1) || !(b >> 17 & 1)) return 3;
    return 4;
}
#else
static int ask_widest(void) { return 2; }
#endif

/* Asked once: under a hypervisor the question alone takes microseconds. Threads that ask at once get one answer. */
static int widest(void)
{
    static int known = 0;
    int found = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!found) __atomic_store_n(&known, found = ask_widest(), __ATOMIC_RELAXED);
    return found;
}

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

static int deal_at(int s, int t) { return s < t ? s * 10 + t : t * 10 + s; }

static void add_couples(struct couples *couples, int32_t player, int32_t banker)
{
    for (int s = 0; s < 10; s++)
        for (int t = s; t < 10; t++)
            if ((player >> s & banker >> t & 1) || (player >> t & banker >> s & 1)) {
                couples->low[couples->number] = (int16_t)s;
                couples->high[couples->number++] = (int16_t)t;
            }
}

/* What becomes of the two-card totals s and t, no natural, when x is the fifth card. */
static void plan_fifth(struct plan *plan, int s, int t, int x)
{
    const struct tableau *own = &plan->tableau;
    const int player = own->player_draws >> s & 1;
    const int banker = player ? own->banker_draws_on[t] >> x & 1 : own->banker_draws_alone >> t & 1;
    const int p = player ? (s + x) % 10 : s, b = player ? t : (t + x) % 10;
    if (player && banker) {
        struct draws *draws = &plan->draws[x];
        const int i = draws->number++;
        draws->deal[i] = (int16_t)(deal_at(s, t));
        draws->third[i] = (int16_t)(p * 100 + t * 10);
        draws->four[i] = (int16_t)((s * 10 + t) * 3);
        draws->player[i] = (int16_t)(p);
        draws->banker[i] = (int16_t)(t);
    } else if (player || banker) {
        struct ends *ends = &plan->ends[x];
        const int i = ends->number++;
        ends->deal[i] = (int16_t)(deal_at(s, t));
        ends->joint[i] = (int16_t)((player ? 200 : 100) + p * 10 + b);
        ends->four[i] = (int16_t)((s * 10 + t) * 3 + plan->outcome[b][p]);
    }
}

API int punto_plan_size(void) { return (int)sizeof(struct plan); }

/* A tableau's plan is made once and used for every call. */
API void punto_plan(const struct tableau *given, struct plan *plan)
{
    struct tableau *own = &plan->tableau;
    const int32_t open = 0x3ff & ~given->naturals;
    int32_t some = 0;
    own->naturals = 0x3ff & given->naturals;
    own->player_draws = open & given->player_draws;
    own->banker_draws_alone = open & given->banker_draws_alone;
    for (int t = 0; t < 10; t++) {
        own->banker_draws_on[t] = open >> t & 1 ? 0x3ff & given->banker_draws_on[t] : 0;
        if (own->banker_draws_on[t]) some |= 1 << t;
    }
    for (int b = 0; b < 20; b++) {
        plan->line[b] = (int16_t)(b % 10 * 10);
        for (int p = 0; p < 10; p++) plan->outcome[b][p] = (signed char)(p > b % 10 ? 0 : p < b % 10 ? 1 : 2);
    }
    plan->open.number = plan->drawn.number = 0;
    add_couples(&plan->open, open, open);
    add_couples(&plan->drawn, own->player_draws, some);
    for (int x = 0; x < 10; x++) plan->draws[x].number = plan->ends[x].number = 0;
    for (int s = 0; s < 10; s++) {
        const int draws = own->player_draws >> s & 1;
        plan->stand[s] = !(open >> s & 1) ? 0x3ff : draws ? own->naturals : 0x3ff & ~own->banker_draws_alone;
        for (int t = 0; t < 10; t++)
            for (int x = 0; x < 10 && open >> s & open >> t & 1; x++) plan_fifth(plan, s, t, x);
    }
}

static int64_t cards(const int64_t *composition)
{
    int64_t n = 0;
    for (int v = 0; v < 10; v++) n += composition[v];
    return n;
}

/* What is wrong, with 8 times the number of the first composition that cannot be counted. */
static int64_t check(const int64_t *compositions, int64_t n, int path)
{
    if (path < -1 || path > widest()) return NO_SUCH_PATH;
    for (int64_t i = 0; i < n; i++) {
        const int64_t *m = compositions + i * 10;
        for (int v = 0; v < 10; v++) {
            if (m[v] < 0) return NEGATIVE + 8 * i;
            if (m[v] > INTEGER_CARDS) return TOO_MANY + 8 * i;
        }
        if (cards(m) > INTEGER_CARDS) return TOO_MANY + 8 * i;
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

API int64_t punto_counts(const struct plan *plan, const int64_t *compositions, int64_t n, int path, int64_t *out)
{
    const int64_t fault = check(compositions, n, path);
    if (fault) return fault;
    for (int64_t from = 0; from < n;) {
        int64_t taken[MOST_LANES], *cells[MOST_LANES];
        const int64_t *m[MOST_LANES];
        int count;
        const struct path *by = take(compositions, n, path, &from, taken, &count);
        for (int i = 0; i < count; i++) m[i] = compositions + taken[i] * 10, cells[i] = out + taken[i] * CELLS;
        by->cells(plan, m, count, cells);
    }
    return FINE;
}

#ifndef __wasm__
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

/* Any of rows, values, and high with low (the two halves of the exact numerators) may be null. */
API int64_t punto_price(const struct plan *plan, const struct program *program, const int64_t *compositions, int64_t n,
                        int path, int64_t *rows, double *values, int64_t *high, uint64_t *low)
{
    const int64_t fault = check(compositions, n, path);
    if (fault) return fault;
    int64_t *own = NULL;
    if (!rows && !(own = malloc((size_t)(program->rows * MOST_LANES + 1) * sizeof *own))) return NO_MEMORY;
    for (int64_t from = 0; from < n;) {
        int64_t taken[MOST_LANES], *line[MOST_LANES];
        const int64_t *m[MOST_LANES];
        int count;
        const struct path *by = take(compositions, n, path, &from, taken, &count);
        for (int i = 0; i < count; i++) {
            m[i] = compositions + taken[i] * 10;
            line[i] = rows ? rows + taken[i] * program->rows : own + i * program->rows;
        }
        by->rows(plan, program, m, count, line);
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
#endif
