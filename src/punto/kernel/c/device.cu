// The core on a graphics processor: the texts that the processor compiles, with one thread a task or a composition.
#include "deal.h"

// A thread's shoe lies in words that are THREADS apart, so that no two threads of a warp ever wait for one bank.
#define QUAL static __device__ __forceinline__
#define PLACE(i) (((i) >> 2) * (4 * THREADS) + ((i) & 3))
#include "deal.inc"

typedef unsigned long long tally_t;

extern "C" __global__ void __launch_bounds__(THREADS)
deal_tasks(const struct dealing *__restrict__ dealing, uint64_t seed, int64_t first, int64_t end, int64_t shoes,
           tally_t *paths, tally_t *with_pairs, tally_t *lengths, tally_t *voids)
{
    extern __shared__ uint32_t memory[];
    uint32_t *by_path = memory, *by_length = memory + PATHS;
    uint8_t *shoe = (uint8_t *)(memory + PATHS + LONGEST + threadIdx.x);
    const int cards = dealing->cards, cut_at = dealing->cut_at;
    for (int i = threadIdx.x; i < PATHS + LONGEST; i += THREADS) memory[i] = 0;
    __syncthreads();
    for (int64_t task = first + (int64_t)blockIdx.x * THREADS + threadIdx.x; task < end;
         task += (int64_t)gridDim.x * THREADS) {
        struct stream stream = stream_of(seed, (uint64_t)task);
        for (int i = 0; i < cards + SPARE; i++) shoe[PLACE(i)] = dealing->fresh[i];
        for (int left = shoes_of(task, shoes); left; left--) {
            shuffle(dealing, &stream, shoe);
            int at = burned(dealing, shoe), coups = 0;
            for (int last = 0; !last; coups++) {
                last = at > cut_at;
                const struct dealt coup = deal_coup(dealing, shoe, at);
                at += coup.cards;
                if (at > cards) {
                    atomicAdd(voids, (tally_t)1);
                    break;
                }
                atomicAdd(by_path + coup.path, 1u);
                if (paired(&coup))
                    atomicAdd(with_pairs + pairings(&coup) * JOINTS + dealing->joint[coup.path], (tally_t)1);
            }
            atomicAdd(by_length + coups, 1u);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < PATHS; i += THREADS)
        if (by_path[i]) atomicAdd(paths + i, (tally_t)by_path[i]);
    for (int i = threadIdx.x; i < LONGEST; i += THREADS)
        if (by_length[i]) atomicAdd(lengths + i, (tally_t)by_length[i]);
}

// Exact counts of one composition a thread, as coup.inc finds them: D counts four-card deals by both totals, and a
// card set aside takes away the deals it was in. What differs is where counts go: not into the thousand cells but
// straight into the rows that the payoffs ask for, since a thread has little fast memory. Which rows a deal adds to
// is a list that the host makes from the tableau, in the order in which the loops below come to it.
enum { PLACES = 55, STEPS_MOST = 4096, ENTRIES_MOST = 20000 };
struct lists {
    int32_t open, drawn, rows;
    uint8_t low[PLACES], high[PLACES];       // the couple of totals at each place, low <= high
    uint8_t open_at[PLACES], drawn_at[PLACES]; // places without a natural; those after which both hands may draw
    uint16_t start[STEPS_MOST];              // a step's first entry
    uint16_t entry[ENTRIES_MOST];            // a row, and from bit 12 on how many times a count goes there
};
__constant__ struct lists lists;

#define LANE(i) own[(i) * blockDim.x]

// Adds a count to the rows of one step.
static __device__ __forceinline__ void add_to_rows(double *rows, int step, double count)
{
    const int end = lists.start[step + 1];
    for (int e = lists.start[step]; e < end; e++) {
        const unsigned entry = lists.entry[e];
        rows[(entry & 0xfff) * blockDim.x] += (double)(entry >> 12) * count;
    }
}

static __device__ __forceinline__ int ring(int i) { return i < 0 ? i + 10 : i >= 10 ? i - 10 : i; }

// The deals of totals s and t that a card of value v was in. Doubled counts stand at own[0..9], pairs at own[10..19].
static __device__ __forceinline__ double lost(const double *own, int v, int s, int t)
{
    const int u = ring(s - v), w = ring(t - v), r = ring(t - u), q = ring(s - w);
    const double a = LANE(u), b = LANE(w);
    const double one = LANE(10 + t) - LANE(r), two = LANE(10 + s) - LANE(q);
    return a * (ring(u + u) == t ? one + 2 : one) + b * (ring(w + w) == s ? two + 2 : two);
}

// Takes a card of value v away, or puts it back.
static __device__ __forceinline__ void take(double *own, int v)
{
    LANE(v) -= 2;
    for (int t = 0; t < 10; t++) LANE(10 + t) -= LANE(ring(t - v));
}
static __device__ __forceinline__ void give(double *own, int v)
{
    for (int t = 0; t < 10; t++) LANE(10 + t) += LANE(ring(t - v));
    LANE(v) += 2;
}

static __device__ void count_rows(double *own, double *rows, double total)
{
    double deals[PLACES];
    double *deals1 = &LANE(20);
    const double fifth = total - 4, sixth = total - 5;
    int step = 0;
    for (int i = 0; i < PLACES; i++) deals[i] = 0;
    for (int a = 0; a < 10; a++) {
        const double first = LANE(a) / 2;
        take(own, a);
        for (int b = a; b < 10; b++) {
            const double ways = first * LANE(b) / (a == b ? 2 : 1);
            const int s = ring(a + b);
            take(own, b);
            for (int t = s; t < 10; t++) deals[s * (19 - s) / 2 + t] += ways * LANE(10 + t);
            give(own, b);
        }
        give(own, a);
    }
    for (int i = 0; i < PLACES; i++) add_to_rows(rows, step++, deals[i] * (fifth * sixth));
    for (int x = 0; x < 10; x++) {
        const double of_x = LANE(x) / 2;
        take(own, x);
        for (int i = 0; i < lists.open; i++) {
            const int at = lists.open_at[i];
            const double left = deals[at] - lost(own, x, lists.low[at], lists.high[at]);
            deals1[at * blockDim.x] = left;
            add_to_rows(rows, step++, left * (of_x * sixth));
        }
        for (int y = x; y < 10; y++) {
            const double ways = of_x * LANE(y) / 2;
            take(own, y);
            for (int i = 0; i < lists.drawn; i++, step++) {
                const int at = lists.drawn_at[i];
                const double left = deals1[at * blockDim.x] - lost(own, y, lists.low[at], lists.high[at]);
                add_to_rows(rows, step, ways * left);
            }
            give(own, y);
        }
        give(own, x);
    }
}

// Values of payoffs over rows, as `struct program` of core.c lays them out; sums and quotients in doubles.
extern "C" __global__ void
price_shoes(int functionals, const int32_t *__restrict__ entry_start, const int32_t *__restrict__ entry_row,
            const double *__restrict__ entry_payoff, const double *__restrict__ denominator,
            const int32_t *__restrict__ base, const int16_t *__restrict__ compositions, int64_t n, double *values)
{
    extern __shared__ double room[];
    double *own = room + threadIdx.x, *rows = own + (20 + PLACES) * blockDim.x;
    for (int64_t shoe = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; shoe < n;
         shoe += (int64_t)gridDim.x * blockDim.x) {
        double total = 0;
        for (int v = 0; v < 10; v++) {
            const double m = (double)compositions[v * n + shoe];
            LANE(v) = 2 * m;
            total += m;
        }
        for (int t = 0; t < 10; t++) {
            double pairs = 0;
            for (int v = 0; v < 10; v++) {
                const int u = ring(t - v);
                pairs += LANE(v) * (LANE(u) - (u == v ? 2 : 0));
            }
            LANE(10 + t) = pairs / 4;
        }
        for (int r = 0; r < lists.rows; r++) rows[r * blockDim.x] = 0;
        count_rows(own, rows, total);
        const double sequences =
            total < 6 ? 0 : total * (total - 1) * (total - 2) * (total - 3) * (total - 4) * (total - 5);
        for (int f = 0; f < functionals; f++) {
            double sum = 0;
            for (int e = entry_start[f]; e < entry_start[f + 1]; e++)
                sum += entry_payoff[e] * rows[entry_row[e] * blockDim.x];
            values[f * n + shoe] = sum / (denominator[f] * (base[f] < 0 ? sequences : rows[base[f] * blockDim.x]));
        }
    }
}
