import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { turn } from "../../../shared/clock.ts";
import type { ContestPlan, ContestReturns, Prospects } from "../../model/contest-plan.ts";
import type { DrawSource } from "../../model/draw-source.ts";
import { BLOCK, Drawing, rangesOf } from "../draws/drawing.ts";
import { type Interrupt, throwIfInterrupted } from "../interrupt.ts";
import { type KernelModule, LANES } from "./kernel.ts";
import { ScoreBoard } from "./score-board.ts";

const MOST_PARTS = 20;

/**
 * Converts points to integer scores: hundredths of a point, times the smallest factor that makes every pick's
 * multiplier an integer; rounded hundredths if there is none.
 */
class ScoreScale {
  readonly #multiplier: Float64Array;
  readonly #entryOf: Int32Array;
  readonly #source: DrawSource;

  constructor(source: DrawSource, entryOf: Int32Array) {
    this.#source = source;
    this.#entryOf = entryOf;
    let parts = 1;
    const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-9;
    while (parts <= MOST_PARTS && !source.multiplier.every((one) => isWhole(one * parts))) parts += 1;
    const isExact = parts <= MOST_PARTS;
    this.#multiplier = isExact ? source.multiplier.map((one) => Math.round(one * parts)) : source.multiplier;
  }

  write(hundredths: Int32Array, scores: Int32Array): void {
    for (let pick = 0; pick < scores.length; pick += 1)
      scores[pick] = Math.round(hundredths[this.#entryOf[pick]!]! * this.#multiplier[pick]!);
  }

  /** An upper bound on the number of possible scores of a lineup of `seats` picks. */
  range(seats: number): number {
    const { least, most } = rangesOf(this.#source);
    const ofPicks = (points: Float64Array) =>
      Float64Array.from(this.#entryOf, (entry, pick) => points[entry]! * this.#multiplier[pick]!).sort();
    const highest = ofPicks(most)
      .subarray(-seats)
      .reduce((sum, one) => sum + Math.ceil(one), 0);
    const lowest = Math.floor(ofPicks(least)[0]!) * seats;
    return highest - lowest + 2 * seats;
  }
}

/** The draws of a contest to score: `count` draws, from number `from` on. */
export interface ContestTask {
  readonly plan: ContestPlan;
  /** The index of the first draw, a multiple of `BLOCK`. */
  readonly from: number;
  readonly count: number;
}

/** Scores a contest's draws, `LANES` at a time, and calls `visit` for each, with its lane in the board. */
async function scoreDraws(
  { plan, from, count }: ContestTask,
  module: KernelModule,
  interrupt: Interrupt,
  visit: (board: ScoreBoard, lane: number, draw: number) => void,
): Promise<void> {
  const { source, entryOf, seats, field, own, prizes } = plan;
  const scale = new ScoreScale(source, entryOf);
  const [picks, range, places] = [entryOf.length, scale.range(seats), prizes.length];
  const board = new ScoreBoard({ module, field, own, seats, picks, range, places });
  const scores = new Int32Array(picks);
  const drawing = new Drawing(source, new Int32Array(0));
  let leaveOut: (scores: Int32Array) => void = () => {};
  for (let draw = 0; draw < count; draw += LANES) {
    if (draw % BLOCK === 0) {
      throwIfInterrupted(interrupt);
      await turn();
      drawing.begin((from + draw) / BLOCK);
      leaveOut = absences(plan, from + draw);
    }
    const lanes = Math.min(LANES, count - draw);
    for (let lane = 0; lane < LANES; lane += 1) {
      if (lane < lanes) {
        drawing.next();
        scale.write(drawing.hundredths, scores);
        leaveOut(scores);
      }
      board.setScores(lane, scores);
    }
    board.tally();
    for (let lane = 0; lane < lanes; lane += 1) visit(board, lane, draw + lane);
    board.clear();
  }
}

/** Draws who is out, from a stream of their own for each block. */
function absences({ absence, entryOf }: ContestPlan, draw: number): (scores: Int32Array) => void {
  if (absence === undefined) return () => {};
  const { from, chances } = absence;
  const random = xoroshiro128plus(~draw);
  return (scores) => {
    const isOut = chances.map((chance) => Number(chance > 0 && random.next() >>> 0 < chance * 2 ** 32));
    for (let pick = from; pick < scores.length; pick += 1) if (isOut[entryOf[pick]!] === 1) scores[pick] = 0;
  };
}

export async function prospectsOf(
  task: ContestTask,
  module: KernelModule,
  interrupt: Interrupt,
): Promise<Prospects> {
  const { own, seats, prizes } = task.plan;
  const lineups = own.length / seats;
  const found = Array.from({ length: lineups }, (): number[] => []);
  await scoreDraws(task, module, interrupt, (board, lane, draw) => {
    for (let lineup = 0; lineup < lineups; lineup += 1) {
      const score = board.own[lineup * LANES + lane]!;
      const above = board.above(lane, score);
      if (above < prizes.length) found[lineup]!.push(draw, score, above, board.level(lane, score));
    }
  });
  const first = new Int32Array(lineups + 1);
  for (const [lineup, list] of found.entries()) first[lineup + 1] = first[lineup]! + list.length / 4;
  const column = (at: number) => {
    const whole = new Int32Array(first[lineups]!);
    for (const [lineup, list] of found.entries())
      for (let row = 0; row < list.length / 4; row += 1) whole[first[lineup]! + row] = list[4 * row + at]!;
    return whole;
  };
  return { first, draw: column(0), score: column(1), above: column(2), level: column(3) };
}

export async function playContest(
  task: ContestTask,
  module: KernelModule,
  interrupt: Interrupt,
): Promise<ContestReturns> {
  const { plan, count } = task;
  const entries = plan.own.length / plan.seats;
  const { prizes, amounts } = plan;
  const returns = {
    draws: count,
    sums: new Float64Array(entries),
    squares: new Float64Array(entries),
    paid: new Int32Array(entries),
    first: new Int32Array(entries),
    alone: new Int32Array(entries),
    reached: new Int32Array(entries * amounts.length),
    totals: new Float64Array(count),
    bests: new Float64Array(count),
    firsts: 0,
  };
  const order = new Float64Array(entries);
  await scoreDraws(task, module, interrupt, (board, lane, draw) => {
    // The user's lineups that may be paid, each as one number that sorts by score, then by lineup.
    let hopeful = 0;
    for (let entry = 0; entry < entries; entry += 1) {
      const score = board.own[entry * LANES + lane]!;
      if (!board.isAboveCut(lane, score)) continue;
      order[hopeful] = -score * entries + entry;
      hopeful += 1;
    }
    order.subarray(0, hopeful).sort();
    let total = 0;
    for (let begin = 0; begin < hopeful; ) {
      const score = -Math.floor(order[begin]! / entries);
      let end = begin + 1;
      while (end < hopeful && -Math.floor(order[end]! / entries) === score) end += 1;
      const better = board.above(lane, score) + begin;
      if (better >= prizes.length) break;
      const tied = board.level(lane, score) + end - begin;
      const cents = shared(prizes, better, tied);
      for (let at = begin; at < end; at += 1) {
        const entry = order[at]! + score * entries;
        returns.sums[entry]! += cents;
        returns.squares[entry]! += cents * cents;
        if (cents > 0) returns.paid[entry]! += 1;
        if (better === 0) returns.first[entry]! += 1;
        if (better === 0 && tied === 1) returns.alone[entry]! += 1;
        const counters = entry * amounts.length;
        for (let amount = 0; amount < amounts.length && cents >= amounts[amount]!; amount += 1)
          returns.reached[counters + amount]! += 1;
        total += cents;
      }
      if (begin === 0) {
        returns.bests[draw] = cents;
        if (better === 0) returns.firsts += 1;
      }
      begin = end;
    }
    returns.totals[draw] = total;
  });
  return returns;
}

/** What each of `places` tied lineups is paid if `before` are better, in cents. `prizes` are cumulative. */
export function shared(prizes: Float64Array, before: number, places: number): number {
  const sumOf = (all: number) => (all === 0 ? 0 : prizes[Math.min(all, prizes.length) - 1]!);
  return (sumOf(before + places) - sumOf(before)) / places;
}
