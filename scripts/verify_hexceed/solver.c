/* Hexceed solved by plain alpha-beta with a table, for verify_proof.py, which compiles this and hands it the
   trios. MOST is more than the points of any board; KEPT empty cells are the least of a board in the table. */

#include <stdint.h>
#include <string.h>

enum { CELLS = 18, PIECES = 18, TRIOS = 36, MOST = 72, TABLE = 1 << 22, KEPT = 4 };

typedef struct {
    uint64_t key;
    int8_t lower, upper;
} Entry;

/* Pieces are sets of three of eight qualities: what a trio is worth is the size of their intersection. */
static uint8_t pieces[PIECES], board[CELLS], is_used[PIECES];
/* The two other cells of each trio through a cell. */
static uint8_t others[CELLS][TRIOS][2];
static int counts[CELLS];
static uint64_t keys[PIECES][CELLS];
static Entry table[TABLE];
static uint64_t nodes;
/* The sizes of all sets of qualities. */
static uint8_t sizes[256];

/* What the trios that wait for an empty cell have in common so far, where it is anything. */
static int open_trios(int cell, uint8_t *common) {
    int count = 0;
    for (int i = 0; i < counts[cell]; i++) {
        uint8_t both = board[others[cell][i][0]] & board[others[cell][i][1]];
        if (both)
            common[count++] = both;
    }
    return count;
}

static int points(int piece, int count, const uint8_t *common) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += sizes[pieces[piece] & common[i]];
    return sum;
}

/* Sorts moves, the greatest value first; equal ones stay in order. */
static void sort(int count, int *moves, int *values) {
    for (int i = 1; i < count; i++) {
        int move = moves[i], value = values[i], at = i;
        for (; at > 0 && values[at - 1] < value; at--) {
            moves[at] = moves[at - 1];
            values[at] = values[at - 1];
        }
        moves[at] = move;
        values[at] = value;
    }
}

static int hand(int left, uint64_t key, int alpha, int beta);

/* Returns the points to come of the side that places a piece minus those of the other, or a bound outside
   of the window; so many cells are left. */
static int place(int left, int piece, uint64_t key, int alpha, int beta) {
    int cells[CELLS], gains[CELLS], count = 0, best = -MOST;
    uint8_t common[TRIOS];
    nodes++;
    for (int cell = 0; cell < CELLS; cell++)
        if (!board[cell]) {
            gains[count] = points(piece, open_trios(cell, common), common);
            cells[count++] = cell;
        }
    sort(count, cells, gains);
    is_used[piece] = 1;
    for (int i = 0; i < count && best < beta; i++) {
        int low = alpha > best ? alpha : best;
        board[cells[i]] = pieces[piece];
        int value = gains[i] + hand(left - 1, key ^ keys[piece][cells[i]], low - gains[i], beta - gains[i]);
        board[cells[i]] = 0;
        if (value > best)
            best = value;
    }
    is_used[piece] = 0;
    return best;
}

/* The same for the side that hands a piece over. */
static int hand(int left, uint64_t key, int alpha, int beta) {
    int moves[PIECES], values[PIECES], open[CELLS], count = 0, best = -MOST;
    uint8_t common[CELLS][TRIOS];
    if (left == 0)
        return 0;
    nodes++;
    Entry *entry = &table[key % TABLE];
    Entry known = {key, -MOST, MOST};
    if (left >= KEPT && entry->key == key) {
        known = *entry;
        if (known.lower >= beta || known.lower == known.upper)
            return known.lower;
        if (known.upper <= alpha)
            return known.upper;
    }
    for (int cell = 0; cell < CELLS; cell++)
        open[cell] = board[cell] ? 0 : open_trios(cell, common[cell]);
    for (int piece = 0; piece < PIECES; piece++)
        if (!is_used[piece]) {
            int most = 0;
            for (int cell = 0; cell < CELLS; cell++) {
                int gain = points(piece, open[cell], common[cell]);
                most = gain > most ? gain : most;
            }
            values[count] = -most;
            moves[count++] = piece;
        }
    sort(count, moves, values);
    for (int i = 0; i < count && best < beta; i++) {
        int low = alpha > best ? alpha : best;
        int value = -place(left, moves[i], key, -beta, -low);
        if (value > best)
            best = value;
    }
    if (best > alpha && best > known.lower)
        known.lower = (int8_t)best;
    if (best < beta && best < known.upper)
        known.upper = (int8_t)best;
    if (left >= KEPT)
        *entry = known;
    return best;
}

/* Returns the points to come of the side to move minus those of the other. `on` has the number of the piece
   on each cell or -1; `held` is the piece to be placed, or -1 if one is to be handed over. */
int solve(const uint8_t trios[TRIOS][3], const uint8_t codes[PIECES], const int8_t on[CELLS], int held,
          uint64_t *visited) {
    uint64_t random = 1;
    memcpy(pieces, codes, sizeof pieces);
    memset(counts, 0, sizeof counts);
    memset(is_used, 0, sizeof is_used);
    memset(table, 0, sizeof table);
    for (int set = 1; set < 256; set++)
        sizes[set] = sizes[set / 2] + set % 2;
    for (int i = 0; i < TRIOS; i++)
        for (int j = 0; j < 3; j++) {
            uint8_t *pair = others[trios[i][j]][counts[trios[i][j]]++];
            pair[0] = trios[i][(j + 1) % 3];
            pair[1] = trios[i][(j + 2) % 3];
        }
    for (int piece = 0; piece < PIECES; piece++)
        for (int cell = 0; cell < CELLS; cell++) {
            /* xorshift64, by Marsaglia, times a constant that mixes the high bits in. */
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            keys[piece][cell] = random * 0x9E3779B97F4A7C15;
        }
    uint64_t key = 1;
    int left = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        board[cell] = on[cell] < 0 ? 0 : pieces[on[cell]];
        left += on[cell] < 0;
        if (on[cell] >= 0) {
            is_used[on[cell]] = 1;
            key ^= keys[on[cell]][cell];
        }
    }
    nodes = 0;
    /* Windows of one point, from a draw on, until the bounds meet. */
    int lower = -MOST, upper = MOST, guess = 0;
    while (lower < upper) {
        int beta = guess > lower ? guess : lower + 1;
        guess = held < 0 ? hand(left, key, beta - 1, beta) : place(left, held, key, beta - 1, beta);
        if (guess < beta)
            upper = guess;
        else
            lower = guess;
    }
    *visited = nodes;
    return lower;
}
