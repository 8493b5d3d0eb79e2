// The core on a graphics processor: the texts that the processor compiles, with one thread a task or a composition.
#include "deal.h"

#define FN(x) x
#define NUM double
#define SCALAR double
#define QUAL static __device__
#include "coup.inc"
#undef QUAL

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

// Values of payoffs over rows of cells, as `struct program` of core.c lays them out; sums in doubles.
extern "C" __global__ void
price_shoes(const struct plan *__restrict__ plan, int rows, const int32_t *__restrict__ row_start,
            const int32_t *__restrict__ cell, int functionals, const int32_t *__restrict__ entry_start,
            const int32_t *__restrict__ entry_row, const double *__restrict__ entry_payoff,
            const double *__restrict__ denominator, const int32_t *__restrict__ base,
            const int16_t *__restrict__ compositions, int64_t n, double *row_room, double *values)
{
    const int64_t lanes = (int64_t)gridDim.x * blockDim.x, lane = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int64_t shoe = lane; shoe < n; shoe += lanes) {
        double m[10], cells[CELLS], total = 0;
        for (int v = 0; v < 10; v++) total += m[v] = (double)compositions[v * n + shoe];
        coup(plan, m, cells);
        for (int r = 0; r < rows; r++) {
            double sum = 0;
            for (int i = row_start[r]; i < row_start[r + 1]; i++) sum += cells[cell[i]];
            row_room[r * lanes + lane] = sum;
        }
        double sequences = total < 6 ? 0 : total * (total - 1) * (total - 2) * (total - 3) * (total - 4) * (total - 5);
        for (int f = 0; f < functionals; f++) {
            double sum = 0;
            for (int e = entry_start[f]; e < entry_start[f + 1]; e++)
                sum += entry_payoff[e] * row_room[entry_row[e] * lanes + lane];
            values[f * n + shoe] = sum / (denominator[f] * (base[f] < 0 ? sequences : row_room[base[f] * lanes + lane]));
        }
    }
}
