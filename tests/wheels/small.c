/* Counts a fresh shoe of eight decks with the kernel, and prints the sum of the coups' ends: all ordered deals. */
#include "core.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int punto_plan_size(void);
void punto_plan(const struct tableau *, void *);
int64_t punto_counts(const void *, const int64_t *, int64_t, int, int64_t *);

int main(void)
{
    const struct tableau tableau = {
        0x300, 0x03f, 0x03f, {0x3ff, 0x3ff, 0x3ff, 0x2ff, 0x0fc, 0x0f0, 0x0c0, 0, 0, 0}};
    const int64_t shoe[10] = {128, 32, 32, 32, 32, 32, 32, 32, 32, 32};
    static int64_t cells[CELLS];
    void *plan = malloc((size_t)punto_plan_size());
    punto_plan(&tableau, plan);
    if (punto_counts(plan, shoe, 1, -1, cells)) return 1;
    int64_t sum = 0, banker = 0;
    for (int cell = 0; cell < 400; cell++) {
        sum += cells[cell];
        if (cell % 10 > cell % 100 / 10) banker += cells[cell];
    }
    printf("%" PRId64 " %" PRId64 "\n", sum, banker);
    return 0;
}
