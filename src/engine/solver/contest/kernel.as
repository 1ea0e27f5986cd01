/**
 * The inner loops of contests, in AssemblyScript. `kernel.ts` says what each does and has a twin of each in JavaScript.
 * Sixteen draws go side by side. Nothing here allocates: what `tallyNarrow` works with lies below `TABLE`.
 */

const LANES: i32 = 16;
/** A row of the wide table: sixteen draws' scores of one pick, in 32 bits each; and of the narrow one, in 16. */
const NARROW_BITS: usize = 5;
const WIDE_BITS: usize = NARROW_BITS + 1;
/** Lineups that `tallyNarrow` sums up before it turns their rows into columns. */
const GROUP: i32 = 32;
/** Lineups whose scores are gathered draw by draw before they are counted. */
const BATCH: i32 = 4096;

/** Per set of lanes, as bits: a shuffle that brings the 16-bit lanes that are not in it to the front. */
const SHUFFLES: usize = 0;
/** Where the next score of each draw goes. */
const ENDS: usize = SHUFFLES + 4096;
/** A group's scores, row by row. */
const ROWS: usize = ENDS + 64;
/** The scores above the cut, draw by draw; each list may be written one vector beyond its end. */
const LISTS: usize = ROWS + 32 * <usize>GROUP;
const LIST: usize = 2 * <usize>BATCH + 64;
/** The narrow table. */
const TABLE: usize = LISTS + LIST * <usize>LANES;

/** To be called once, before `tallyNarrow`. */
export function prepare(): void {
  for (let set = 0; set < 256; set++) {
    let place = <usize>set << 4;
    for (let lane = 0; lane < 8; lane++) {
      if ((set >> lane) & 1) continue;
      store<u16>(place, ((2 * lane + 1) << 8) | (2 * lane), SHUFFLES);
      place += 2;
    }
  }
}

export function score(lineups: usize, count: i32, seats: i32, table: usize, out: usize): void {
  let seat = lineups;
  for (let lineup = 0; lineup < count; lineup++) {
    const end = seat + (<usize>seats << 1);
    let first = i32x4.splat(0);
    let second = first;
    let third = first;
    let fourth = first;
    for (; seat < end; seat += 2) {
      const row = table + (<usize>load<u16>(seat) << WIDE_BITS);
      first = i32x4.add(first, v128.load(row));
      second = i32x4.add(second, v128.load(row, 16));
      third = i32x4.add(third, v128.load(row, 32));
      fourth = i32x4.add(fourth, v128.load(row, 48));
    }
    v128.store(out, first);
    v128.store(out, second, 16);
    v128.store(out, third, 32);
    v128.store(out, fourth, 48);
    out += 1 << WIDE_BITS;
  }
}

export function tally(
  lineups: usize,
  count: i32,
  weight: i32,
  seats: i32,
  table: usize,
  cuts: usize,
  histogram: usize,
  range: i32,
  tops: usize,
): void {
  const width = <usize>seats << 1;
  const stride = <usize>range << 2;
  const last = lineups + <usize>count * width;
  for (let half: usize = 0; half < 64; half += 32) {
    const lowCut = v128.load(cuts + half);
    const highCut = v128.load(cuts + half, 16);
    const nothing = i32x4.splat(0);
    let lowTop = v128.load(tops + half);
    let highTop = v128.load(tops + half, 16);
    const rows = table + half;
    const counters = histogram + (half >> 2) * stride;
    for (let lineup = lineups; lineup < last; ) {
      const end = lineup + width;
      let low = nothing;
      let high = nothing;
      for (; lineup < end; lineup += 2) {
        const row = rows + (<usize>load<u16>(lineup) << WIDE_BITS);
        low = i32x4.add(low, v128.load(row));
        high = i32x4.add(high, v128.load(row, 16));
      }
      lowTop = i32x4.max_s(lowTop, low);
      highTop = i32x4.max_s(highTop, high);
      low = i32x4.max_s(i32x4.sub(low, lowCut), nothing);
      high = i32x4.max_s(i32x4.sub(high, highCut), nothing);
      add(counters, i32x4.extract_lane(low, 0), weight);
      add(counters + stride, i32x4.extract_lane(low, 1), weight);
      add(counters + 2 * stride, i32x4.extract_lane(low, 2), weight);
      add(counters + 3 * stride, i32x4.extract_lane(low, 3), weight);
      add(counters + 4 * stride, i32x4.extract_lane(high, 0), weight);
      add(counters + 5 * stride, i32x4.extract_lane(high, 1), weight);
      add(counters + 6 * stride, i32x4.extract_lane(high, 2), weight);
      add(counters + 7 * stride, i32x4.extract_lane(high, 3), weight);
    }
    v128.store(tops + half, lowTop);
    v128.store(tops + half, highTop, 16);
  }
}

// @ts-ignore: a decorator of the compiler's
@inline
function add(histogram: usize, at: i32, weight: i32): void {
  const place = histogram + (<usize>at << 2);
  store<i32>(place, load<i32>(place) + weight);
}

export function tallyNarrow(
  lineups: usize,
  count: i32,
  weight: i32,
  seats: i32,
  cuts: usize,
  histogram: usize,
  range: i32,
  tops: usize,
): void {
  const lowCut = v128.load(cuts);
  const highCut = v128.load(cuts, 16);
  let lowTop = v128.load(tops);
  let highTop = v128.load(tops, 16);
  const width = <usize>seats << 1;
  let seat = lineups;
  for (let begin = 0; begin < count; begin += BATCH) {
    const end = min(begin + BATCH, count);
    for (let lane: usize = 0; lane < <usize>LANES; lane++)
      store<usize>(lane << 2, LISTS + lane * LIST, ENDS);
    for (let lineup = begin; lineup < end; lineup += GROUP) {
      for (let row: usize = 0; row < 32 * <usize>GROUP; row += 32) {
        let low = i16x8.splat(0);
        let high = low;
        for (const last = seat + width; seat < last; seat += 2) {
          const own = <usize>load<u16>(seat) << NARROW_BITS;
          low = i16x8.add_sat_u(low, v128.load(own, TABLE));
          high = i16x8.add_sat_u(high, v128.load(own, TABLE + 16));
        }
        low = i16x8.sub_sat_u(low, lowCut);
        high = i16x8.sub_sat_u(high, highCut);
        lowTop = i16x8.max_u(lowTop, low);
        highTop = i16x8.max_u(highTop, high);
        v128.store(row, low, ROWS);
        v128.store(row, high, ROWS + 16);
      }
      for (let row: usize = 0; row < 32 * <usize>GROUP; row += 256) {
        gather(row, ENDS);
        gather(row + 16, ENDS + 32);
      }
    }
    let counters = histogram;
    for (let lane: usize = 0; lane < <usize>LANES; lane++) {
      const stop = load<usize>(lane << 2, ENDS);
      for (let at = LISTS + lane * LIST; at < stop; at += 2) add(counters, <i32>load<u16>(at), weight);
      counters += <usize>range << 2;
    }
  }
  v128.store(tops, lowTop);
  v128.store(tops, highTop, 16);
}

/** Turns half a row of eight lineups, eight draws, into columns, and appends what is above zero to the draws' lists. */
// @ts-ignore: a decorator of the compiler's
@inline
function gather(row: usize, ends: usize): void {
  const a0 = v128.load(row, ROWS);
  const a1 = v128.load(row, ROWS + 32);
  const a2 = v128.load(row, ROWS + 64);
  const a3 = v128.load(row, ROWS + 96);
  const a4 = v128.load(row, ROWS + 128);
  const a5 = v128.load(row, ROWS + 160);
  const a6 = v128.load(row, ROWS + 192);
  const a7 = v128.load(row, ROWS + 224);
  // Interleaving row i with row i + 4, three times over, transposes eight rows of eight.
  const b0 = firstHalves(a0, a4);
  const b1 = lastHalves(a0, a4);
  const b2 = firstHalves(a1, a5);
  const b3 = lastHalves(a1, a5);
  const b4 = firstHalves(a2, a6);
  const b5 = lastHalves(a2, a6);
  const b6 = firstHalves(a3, a7);
  const b7 = lastHalves(a3, a7);
  const c0 = firstHalves(b0, b4);
  const c1 = lastHalves(b0, b4);
  const c2 = firstHalves(b1, b5);
  const c3 = lastHalves(b1, b5);
  const c4 = firstHalves(b2, b6);
  const c5 = lastHalves(b2, b6);
  const c6 = firstHalves(b3, b7);
  const c7 = lastHalves(b3, b7);
  const d0 = firstHalves(c0, c4);
  const d1 = lastHalves(c0, c4);
  append(d0, d1, ends);
  const d2 = firstHalves(c1, c5);
  const d3 = lastHalves(c1, c5);
  append(d2, d3, ends + 8);
  const d4 = firstHalves(c2, c6);
  const d5 = lastHalves(c2, c6);
  append(d4, d5, ends + 16);
  const d6 = firstHalves(c3, c7);
  const d7 = lastHalves(c3, c7);
  append(d6, d7, ends + 24);
}

// @ts-ignore: a decorator of the compiler's
@inline
function firstHalves(one: v128, other: v128): v128 {
  return v128.shuffle<u16>(one, other, 0, 8, 1, 9, 2, 10, 3, 11);
}

// @ts-ignore: a decorator of the compiler's
@inline
function lastHalves(one: v128, other: v128): v128 {
  return v128.shuffle<u16>(one, other, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Appends what is above zero of two draws' scores to their lists. */
// @ts-ignore: a decorator of the compiler's
@inline
function append(one: v128, other: v128, ends: usize): void {
  const nothing = i16x8.splat(0);
  const set = i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(one, nothing), i16x8.eq(other, nothing)));
  let end = load<usize>(ends);
  let lanes = set & 255;
  v128.store(end, i8x16.swizzle(one, v128.load(<usize>lanes << 4, SHUFFLES)));
  store<usize>(ends, end + 16 - (<usize>popcnt(lanes) << 1));
  end = load<usize>(ends, 4);
  lanes = set >>> 8;
  v128.store(end, i8x16.swizzle(other, v128.load(<usize>lanes << 4, SHUFFLES)));
  store<usize>(ends, end + 16 - (<usize>popcnt(lanes) << 1), 4);
}

export function accumulate(histogram: usize, range: i32, cuts: usize, tops: usize): void {
  for (let lane = 0; lane < LANES; lane++) {
    const begin = histogram + ((<usize>lane * <usize>range) << 2);
    const shift = <usize>lane << 2;
    const reach = load<i32>(tops + shift) - load<i32>(cuts + shift);
    let sum = 0;
    for (let place = begin + (<usize>reach << 2); place > begin; place -= 4) {
      sum += load<i32>(place);
      store<i32>(place, sum);
    }
  }
}

export function clear(histogram: usize, range: i32, cuts: usize, tops: usize): void {
  for (let lane = 0; lane < LANES; lane++) {
    const shift = <usize>lane << 2;
    const reach = load<i32>(tops + shift) - load<i32>(cuts + shift);
    memory.fill(histogram + ((<usize>lane * <usize>range) << 2), 0, (<usize>reach + 1) << 2);
  }
}
