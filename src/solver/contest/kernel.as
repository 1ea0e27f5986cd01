/**
 * The inner loops of contests, in AssemblyScript. `kernel.ts` says what each does and has a twin of each in JavaScript.
 * Eight draws go side by side as two vectors of four 32-bit integers. Nothing here allocates.
 */

/** A row of the table: eight draws' scores of one pick, 32 bytes. */
const ROW_BITS: usize = 5;
const LANES: i32 = 8;
/** The second vector's distance, in bytes. */
const HALF: usize = 16;

export function score(lineups: usize, count: i32, seats: i32, table: usize, out: usize): void {
  let seat = lineups;
  for (let lineup = 0; lineup < count; lineup++) {
    const end = seat + (<usize>seats << 1);
    let low = i32x4.splat(0);
    let high = i32x4.splat(0);
    for (; seat < end; seat += 2) {
      const row = table + (<usize>load<u16>(seat) << ROW_BITS);
      low = i32x4.add(low, v128.load(row));
      high = i32x4.add(high, v128.load(row, HALF));
    }
    v128.store(out, low);
    v128.store(out, high, HALF);
    out += 1 << ROW_BITS;
  }
}

export function tally(
  lineups: usize,
  weights: usize,
  count: i32,
  seats: i32,
  table: usize,
  cuts: usize,
  histogram: usize,
  range: i32,
  tops: usize,
): void {
  const lowCut = v128.load(cuts);
  const highCut = v128.load(cuts, HALF);
  const nothing = i32x4.splat(0);
  let lowTop = lowCut;
  let highTop = highCut;
  let seat = lineups;
  const width = <usize>seats << 1;
  const stride = <usize>range << 2;
  for (let lineup = 0; lineup < count; lineup++) {
    const end = seat + width;
    const first = table + (<usize>load<u16>(seat) << ROW_BITS);
    let low = v128.load(first);
    let high = v128.load(first, HALF);
    for (seat += 2; seat < end; seat += 2) {
      const row = table + (<usize>load<u16>(seat) << ROW_BITS);
      low = i32x4.add(low, v128.load(row));
      high = i32x4.add(high, v128.load(row, HALF));
    }
    lowTop = i32x4.max_s(lowTop, low);
    highTop = i32x4.max_s(highTop, high);
    low = i32x4.max_s(i32x4.sub(low, lowCut), nothing);
    high = i32x4.max_s(i32x4.sub(high, highCut), nothing);
    const weight = load<i32>(weights + (<usize>lineup << 2));
    add(histogram, i32x4.extract_lane(low, 0), weight);
    add(histogram + stride, i32x4.extract_lane(low, 1), weight);
    add(histogram + 2 * stride, i32x4.extract_lane(low, 2), weight);
    add(histogram + 3 * stride, i32x4.extract_lane(low, 3), weight);
    add(histogram + 4 * stride, i32x4.extract_lane(high, 0), weight);
    add(histogram + 5 * stride, i32x4.extract_lane(high, 1), weight);
    add(histogram + 6 * stride, i32x4.extract_lane(high, 2), weight);
    add(histogram + 7 * stride, i32x4.extract_lane(high, 3), weight);
  }
  v128.store(tops, lowTop);
  v128.store(tops, highTop, HALF);
}

// @ts-ignore: a decorator of the compiler's
@inline
function add(histogram: usize, at: i32, weight: i32): void {
  const place = histogram + (<usize>at << 2);
  store<i32>(place, load<i32>(place) + weight);
}

export function accumulate(histogram: usize, range: i32, cuts: usize, tops: usize): void {
  for (let lane = 0; lane < LANES; lane++) {
    const begin = histogram + ((<usize>lane * <usize>range) << 2);
    const shift = <usize>lane << 2;
    const reach = load<i32>(tops + shift) - load<i32>(cuts + shift);
    let sum = 0;
    for (let place = begin + (<usize>reach << 2); place >= begin; place -= 4) {
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
