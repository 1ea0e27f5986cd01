import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Entry } from "../contests/problem/problem.ts";
import { scorePerformance } from "../contests/scoring/performance.ts";
import { GRID, GRID_SIZE, normalChance, normalQuantile, STEPS_PER_UNIT } from "../shared/normal.ts";
import type { OutcomesTable } from "../shared/schema/outcomes.ts";
import type { ScoringTable } from "../shared/schema/scoring.ts";
import { behaviourOf, type SeededSpreads, spreadFor } from "./draw-source.ts";
import { mean } from "./mean.ts";
import { outcomesOf } from "./outcomes.ts";
import type { SimulatedOutcomes } from "./simulated-outcomes.ts";

type RaceTable = NonNullable<OutcomesTable["race"]>;

const FEWEST_RACES = 4_096;
const MOST_RACES = 50_000;
const FIT_RACES = 200;
const FIT_STEPS = 30;
/** How much a step of the fit raises a strength per point that the driver lacks. */
const RATE = 0.025;
const STRONGEST = 4;
const ACCIDENT_LOSS = 100;

/**
 * Simulates races: one driver in each place, and leaders who divide the laps led and the fastest laps.
 * Strengths fit the projections; a shift makes the means exact.
 */
export function raceOutcomes(
  entries: readonly Entry[],
  { table, known, seed }: Pick<SeededSpreads, "table" | "known" | "seed">,
  scoring: ScoringTable,
  draws: number,
): SimulatedOutcomes {
  const races = Math.min(MOST_RACES, Math.max(FEWEST_RACES, draws));
  const rules = rulesOf(scoring, table.race!, entries.length);
  const starts = new Map(known.map(({ uuid, start }) => [uuid, start]));
  const isKnown = entries.every(({ uuid }) => starts.get(uuid) !== undefined);
  const wanted = entries.map(
    ({ uuid, points }) => points - (isKnown ? rules.perPlace * starts.get(uuid)! : 0),
  );
  const strengths = strengthsFor(wanted, rules, seed);
  const points = entries.map(() => new Float64Array(races));
  const run = racesOf(strengths, rules, seed);
  for (let race = 0; race < races; race += 1) {
    const scored = run();
    for (let at = 0; at < entries.length; at += 1) points[at]![race] = scored[at]!;
  }
  const knowledge = new Map(known.map((one) => [one.uuid, one]));
  for (const [at, entry] of entries.entries()) {
    const row = points[at]!;
    const { deviation, percentiles, samples } = knowledge.get(entry.uuid) ?? {};
    if ((deviation ?? percentiles ?? samples) !== undefined) {
      const behaviour = behaviourOf(entry, table);
      const spread = spreadFor(entry, behaviour, knowledge, undefined);
      restate(row, outcomesOf(entry.points, spread, behaviour.spread.least));
    }
    const shift = entry.points - mean(row);
    for (let race = 0; race < races; race += 1) row[race]! += shift;
  }
  return { uuids: entries.map(({ uuid }) => uuid), points };
}

interface RaceRules {
  readonly race: RaceTable;
  /**
   * Points of each finishing place, as if started at place 0; the real start adds the same amount in every
   * race.
   */
  readonly places: Float64Array;
  readonly perPlace: number;
  /** Points for laps led and fastest laps: of the driver with the most, then of the second, and so on. */
  readonly led: readonly number[];
  readonly fastest: readonly number[];
}

function rulesOf(scoring: ScoringTable, race: RaceTable, drivers: number): RaceRules {
  const score = (line: Readonly<Record<string, number>>) =>
    scorePerformance(
      scoring,
      { startPosition: 0, finishPosition: 1, lapsLed: 0, fastestLaps: 0, ...line },
      { kind: "actual", entry: "player" },
    ).points ?? 0;
  const none = score({});
  const [perLed, perFastest] = [score({ lapsLed: 1 }) - none, score({ fastestLaps: 1 }) - none];
  return {
    race,
    places: Float64Array.from({ length: drivers }, (_, at) => score({ finishPosition: at + 1 })),
    perPlace: score({ startPosition: 1 }) - none,
    led: race.led.map((part) => part * race.laps * perLed),
    fastest: race.fastest.map((part) => part * race.laps * perFastest),
  };
}

/** Fits the strengths at which mean scores differ as the `wanted` points do. */
function strengthsFor(wanted: readonly number[], rules: RaceRules, seed: number): Float64Array {
  const strengths = new Float64Array(wanted.length);
  const middle = mean(wanted);
  for (let step = 0; step < FIT_STEPS; step += 1) {
    // The same races in every step, so that the fit converges.
    const run = racesOf(strengths, rules, seed);
    const sums = new Float64Array(wanted.length);
    for (let race = 0; race < FIT_RACES; race += 1) {
      const scored = run();
      for (let at = 0; at < sums.length; at += 1) sums[at]! += scored[at]! / FIT_RACES;
    }
    const own = mean(sums);
    for (const [at, points] of wanted.entries()) {
      const lacking = points - middle - (sums[at]! - own);
      strengths[at] = Math.min(STRONGEST, Math.max(-STRONGEST, strengths[at]! + RATE * lacking));
    }
  }
  return strengths;
}

function racesOf(strengths: Float64Array, { race, places, led, fastest }: RaceRules, seed: number) {
  const generator = xoroshiro128plus(seed);
  const normal = () => normalQuantile(((generator.next() >>> 0) + 0.5) / 2 ** 32);
  const size = strengths.length;
  const [finish, lead, speed] = [1, 2, 3].map(() => new Float64Array(size));
  const order = Array.from({ length: size }, (_, at) => at);
  const scored = new Float64Array(size);
  const rest = Math.sqrt(1 - race.together ** 2);
  const pay = (by: Float64Array, amounts: ArrayLike<number>) => {
    order.sort((a, b) => by[b]! - by[a]! || a - b);
    for (let at = 0; at < Math.min(size, amounts.length); at += 1) scored[order[at]!]! += amounts[at]!;
  };
  return () => {
    scored.fill(0);
    for (let at = 0; at < size; at += 1) {
      const form = normal();
      const isOut = normalChance(normal()) < race.out;
      finish![at] = strengths[at]! + form - (isOut ? ACCIDENT_LOSS : 0);
      lead![at] = strengths[at]! + race.together * form + rest * normal();
      speed![at] = strengths[at]! + race.together * (lead![at]! - strengths[at]!) + rest * normal();
    }
    pay(finish!, places);
    pay(lead!, led);
    pay(speed!, fastest);
    return scored;
  };
}

/** Changes a driver's distribution to `outcomes`, and keeps the order of the races. */
function restate(row: Float64Array, outcomes: Float64Array): void {
  const order = Array.from(row.keys()).sort((a, b) => row[a]! - row[b]! || a - b);
  for (const [place, race] of order.entries()) {
    const at = (normalQuantile((place + 0.5) / order.length) - GRID[0]!) * STEPS_PER_UNIT;
    const step = Math.min(GRID_SIZE - 2, Math.max(0, Math.floor(at)));
    row[race] = outcomes[step]! + (at - step) * (outcomes[step + 1]! - outcomes[step]!);
  }
}
