/* Entry points for dealing: many shoes into tallies, or coup by coup into lists. */
#include "deal.h"
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define API __declspec(dllexport)
#else
#define API __attribute__((visibility("default")))
#endif

#define QUAL static inline
#define PLACE(i) (i)
#include "deal.inc"

/* Shoes dealt side by side: while one waits for its last coup's length, the others go on. */
enum { ABREAST = 4, WIDTH = MOST_DEALT + SPARE };

struct tallies {
    uint32_t paths[PATHS], paired[PAIRED];
    int64_t lengths[LONGEST], voids;
};

static uint32_t opening(const struct tableau *own, int s, int t)
{
    const uint32_t path = (uint32_t)(s * 1000 + t * 100) << 16;
    if ((own->naturals >> s | own->naturals >> t) & 1) return path;
    if (own->player_draws >> s & 1) return path | 1 << 10 | (uint32_t)(own->banker_draws_on[t] & 0x3ff);
    return path | (uint32_t)(own->banker_draws_alone >> t & 1) << 10;
}

/* The joint cell of a path; paths that no coup takes get some cell. */
static uint16_t joint_of(const struct tableau *own, int path)
{
    const int s = path / 1000, t = path / 100 % 10, x = path / 10 % 10, y = path % 10;
    const uint32_t seen = opening(own, s, t);
    const int five = seen >> 10 & 1, six = seen >> x & 1 & five;
    const int natural = (own->naturals >> s | own->naturals >> t) & 1, player = !natural && own->player_draws >> s & 1;
    const int p = player ? (s + x) % 10 : s, b = player ? (t + (six ? y : 0)) % 10 : (t + (five ? x : 0)) % 10;
    const int cards = player ? 2 + six : five;
    return (uint16_t)(cards * 100 + p * 10 + b);
}

API int punto_dealing_size(void) { return (int)sizeof(struct dealing); }

/* What is the same for every shoe. The caller has checked that cut and burn leave room for a coup. */
API void punto_dealing(const struct tableau *own, int decks, int cut, int burn, struct dealing *out)
{
    int at = 0;
    memset(out, 0, sizeof *out);
    out->cards = 52 * decks;
    out->cut_at = out->cards - cut - 1;
    /* A coup that begins before the cut card, and one more. */
    out->shuffled = cut < 12 ? out->cards : (out->cut_at + 12 + 3) / 4 * 4;
    out->burn = burn;
    for (int s = 0; s < 19; s++)
        for (int t = 0; t < 19; t++) out->openings[s * 32 + t] = opening(own, s % 10, t % 10);
    for (int i = 0; i < out->cards; i += 2) {
        const uint64_t n = (uint64_t)(out->cards - i);
        out->refused[i / 2] = (uint32_t)(((uint64_t)1 << 32) % (n * (n - 1)));
    }
    for (int path = 0; path < PATHS; path++) out->joint[path] = joint_of(own, path);
    for (int deck = 0; deck < decks; deck++)
        for (int rank = 1; rank <= 13; rank++)
            for (int suit = 0; suit < 4; suit++)
                out->fresh[at++] = (uint8_t)(rank < 10 ? rank << 4 | suit : (rank - 10) << 2 | suit);
}

static inline void tally(const struct dealing *dealing, struct tallies *tallies, const struct dealt *coup)
{
    tallies->paths[coup->path]++;
    if (paired(coup)) tallies->paired[pairings(coup) * JOINTS + dealing->joint[coup->path]]++;
}

/* Deals a shoe from `at` to its end, `coups` having been dealt. */
static void finish(const struct dealing *dealing, struct tallies *tallies, const uint8_t *shoe, int at, int coups)
{
    for (int last = 0; !last; coups++) {
        last = at > dealing->cut_at;
        const struct dealt coup = deal_coup(dealing, shoe, at);
        at += coup.cards;
        if (at > dealing->cards) { /* Out of cards: the coup is void. */
            tallies->voids++;
            break;
        }
        tally(dealing, tallies, &coup);
    }
    tallies->lengths[coups]++;
}

static void deal_abreast(const struct dealing *dealing, struct tallies *tallies, uint8_t (*shoes)[WIDTH])
{
    const int sure = dealing->cut_at < dealing->cards - 6 ? dealing->cut_at : dealing->cards - 6;
    int at[ABREAST], coups = 0, more = 1;
    for (int k = 0; k < ABREAST; k++) more &= (at[k] = burned(dealing, shoes[k])) <= sure;
    for (; more; coups++)
        for (int k = 0; k < ABREAST; k++) {
            const struct dealt coup = deal_coup(dealing, shoes[k], at[k]);
            tally(dealing, tallies, &coup);
            at[k] += coup.cards;
            more &= at[k] <= sure;
        }
    for (int k = 0; k < ABREAST; k++) finish(dealing, tallies, shoes[k], at[k], coups);
}

/* Adds to the tallies the shoes of the tasks first to end - 1, of a run of so many shoes. At most 2^22 shoes a call,
 * so that no 32-bit tally can run over. Gives 0, or 1 if there was no memory. */
API int punto_deal(const struct dealing *dealing, uint64_t seed, int64_t first, int64_t end, int64_t shoes,
                   int64_t *paths, int64_t *with_pairs, int64_t *lengths, int64_t *voids)
{
    struct tallies *own = calloc(1, sizeof *own);
    uint8_t table[ABREAST][WIDTH];
    struct stream streams[ABREAST];
    if (!own) return 1;
    for (int64_t task = first; task < end; task += ABREAST) {
        int number[ABREAST], together = TASK_SHOES;
        for (int k = 0; k < ABREAST; k++) {
            number[k] = task + k < end ? shoes_of(task + k, shoes) : 0;
            if (number[k] < together) together = number[k];
            streams[k] = stream_of(seed, (uint64_t)(task + k));
            memcpy(table[k], dealing->fresh, WIDTH);
        }
        for (int shoe = 0; shoe < together; shoe++) {
            for (int k = 0; k < ABREAST; k++) shuffle(dealing, &streams[k], table[k]);
            deal_abreast(dealing, own, table);
        }
        for (int k = 0; k < ABREAST; k++)
            for (int shoe = together; shoe < number[k]; shoe++) {
                shuffle(dealing, &streams[k], table[k]);
                finish(dealing, own, table[k], burned(dealing, table[k]), 0);
            }
    }
    for (int i = 0; i < PATHS; i++) paths[i] += own->paths[i];
    for (int i = 0; i < PAIRED; i++) with_pairs[i] += own->paired[i];
    for (int i = 0; i < LONGEST; i++) lengths[i] += own->lengths[i];
    *voids += own->voids;
    free(own);
    return 0;
}

/* The same shoes coup by coup. Per coup: its path, its pairings, the place of its first card. Per shoe: its order
 * (cards bytes; only the first `shuffled` are in random order) and its number of coups. A null list is not
 * written. Gives the number of coups; lists of a coup need room for LONGEST a shoe. */
API int64_t punto_record(const struct dealing *dealing, uint64_t seed, int64_t first, int64_t end, int64_t shoes,
                         uint16_t *paths, uint16_t *pairs, uint16_t *places, uint8_t *orders, int32_t *lengths)
{
    int64_t number = 0, dealt_shoes = 0;
    uint8_t shoe[WIDTH];
    for (int64_t task = first; task < end; task++) {
        struct stream stream = stream_of(seed, (uint64_t)task);
        memcpy(shoe, dealing->fresh, WIDTH);
        for (int left = shoes_of(task, shoes); left; left--, dealt_shoes++) {
            const int64_t before = number;
            shuffle(dealing, &stream, shoe);
            if (orders) memcpy(orders + dealt_shoes * dealing->cards, shoe, (size_t)dealing->cards);
            int at = burned(dealing, shoe);
            for (int last = 0; !last; number++) {
                last = at > dealing->cut_at;
                const struct dealt coup = deal_coup(dealing, shoe, at);
                if (at + coup.cards > dealing->cards) break;
                if (paths) paths[number] = (uint16_t)coup.path;
                if (pairs) pairs[number] = (uint16_t)pairings(&coup);
                if (places) places[number] = (uint16_t)at;
                at += coup.cards;
            }
            if (lengths) lengths[dealt_shoes] = (int32_t)(number - before);
        }
    }
    return number;
}

/* For tests: the first words of a task's stream. */
API void punto_words(uint64_t seed, uint64_t task, int64_t n, uint64_t *words)
{
    struct stream stream = stream_of(seed, task);
    for (int64_t i = 0; i < n; i++) words[i] = next_word(&stream);
}
