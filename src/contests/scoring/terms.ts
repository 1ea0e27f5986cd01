import type { ScoringTerm } from "../../shared/schema/scoring.ts";
import type { LineKind, ScoredTerm, StatValues } from "./line.ts";

/** Empty if it has nothing to report, as when the line has none of the term's stats. */
type TermScorer<Kind extends ScoringTerm["kind"]> = (
  term: ScoringTerm & { kind: Kind },
  values: StatValues,
  kind: LineKind,
) => readonly ScoredTerm[];

function presentValues(stats: readonly string[], values: StatValues): number[] {
  return stats.flatMap((name) => values.get(name) ?? []);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Never a negative zero. */
function pay(amount: number, points: number): number {
  return amount * points + 0;
}

export function notCounted(missing: readonly string[]): string {
  return `not counted: the line has no ${missing.join(" and no ")}`;
}

/**
 * A missing stat adds nothing. If the term also subtracts stats, it counts only if the line has all of its
 * stats.
 */
const scorePerUnit: TermScorer<"per-unit"> = (term, values) => {
  const added = presentValues(term.stats, values);
  const { minus = [] } = term;
  const subtracted = presentValues(minus, values);
  if (added.length + subtracted.length === 0) return [];
  const stats = [...term.stats, ...minus];
  const missing = minus.length === 0 ? [] : stats.filter((name) => !values.has(name));
  if (missing.length > 0)
    return [{ term: term.label, stats, amount: 0, points: 0, note: notCounted(missing) }];
  const amount = sum(added) - sum(subtracted);
  return [{ term: term.label, stats, amount, points: pay(amount, term.points), note: null }];
};

/** Remainders below this are rounding errors of sums. */
const ROUNDING = 1e-9;

/**
 * Such as field goals by distance. If the parts sum to less than the total, the rest is scored as `unknown`.
 */
export const scoreSplit: TermScorer<"split"> = (term, values) => {
  const parts = term.parts.flatMap(({ label, stat, points }): ScoredTerm[] => {
    const amount = values.get(stat);
    return amount === undefined
      ? []
      : [{ term: label, stats: [stat], amount, points: pay(amount, points), note: null }];
  });
  const whole = values.get(term.whole);
  if (whole === undefined) return parts;
  const partStats = term.parts.map(({ stat }) => stat);
  const unknown = whole - sum(presentValues(partStats, values));
  const isAccounted = unknown <= ROUNDING;
  if (isAccounted && parts.length > 0) return parts;
  return [
    ...parts,
    {
      term: term.unknown.label,
      stats: [term.whole],
      amount: unknown,
      points: pay(unknown, term.unknown.points),
      note: isAccounted
        ? null
        : `at ${term.unknown.points} points each, because the line does not say which are ${partStats.join(", ")}`,
    },
  ];
};

/**
 * Paid once if the stats' sum reaches the minimum. A projected line is paid the bonus times its chance: the
 * one that the line predicts, else, if the table permits, that of a Poisson count with the sum as its mean
 * (several stats are assumed to be independent).
 */
const scoreThreshold: TermScorer<"threshold"> = (term, values, kind) => {
  const present = presentValues(term.stats, values);
  if (kind === "actual" && present.length === 0) return [];
  const reached = { amount: sum(present) >= term.minimum ? 1 : 0, note: null };
  const chance = kind === "actual" ? reached : projected(term, present, values);
  if (chance === null) return [];
  const { amount, note } = chance;
  return [{ term: term.label, stats: term.stats, amount, points: pay(amount, term.points), note }];
};

type Threshold = ScoringTerm & { kind: "threshold" };
type Chance = { readonly amount: number; readonly note: string | null };

function projected(term: Threshold, present: readonly number[], values: StatValues): Chance | null {
  const { probability, poisson } = term.projection;
  const predicted = probability === null ? undefined : values.get(probability);
  if (predicted !== undefined) return { amount: predicted, note: `chance predicted by ${probability}` };
  if (present.length === 0) return null;
  const missing = term.stats.filter((name) => !values.has(name));
  if (poisson && missing.length === 0) {
    const mean = sum(present);
    return { amount: poissonAtLeast(term.minimum, mean), note: `Poisson chance of ${term.minimum} or more` };
  }
  return { amount: 0, note: notCounted(poisson ? missing : [probability ?? "predicted chance"]) };
}

/** Such as a double-double; if projected, times its chance. */
const scoreCategories: TermScorer<"categories"> = (term, values, kind) => {
  const { stats, each } = term.of;
  const present = presentValues(stats, values);
  const line = (amount: number, note: string | null) => [
    { term: term.label, stats, amount, points: pay(amount, term.points), note },
  ];
  if (kind === "actual") {
    if (present.length === 0) return [];
    return line(present.filter((value) => value >= each).length >= term.count ? 1 : 0, null);
  }
  const { probability } = term.projection;
  const predicted = probability === null ? undefined : values.get(probability);
  if (predicted !== undefined) return line(predicted, `chance predicted by ${probability}`);
  return present.length === 0 ? [] : line(0, notCounted([probability ?? "predicted chance"]));
};

/**
 * A projected count is a mean: the line is paid the expectation over the brackets of a Poisson count. A line
 * without the count is paid nothing, since 0 would be in a bracket too.
 */
const scoreBracket: TermScorer<"bracket"> = (term, values, kind) => {
  const amount = values.get(term.stat);
  const line = (points: number, note: string | null) => [
    { term: term.label, stats: [term.stat], amount: amount ?? 0, points, note },
  ];
  if (amount === undefined) return line(0, notCounted([term.stat]));
  const paid = (chanceOf: (from: number) => number) =>
    term.brackets.reduce((points, { from, points: own }, at) => {
      const next = term.brackets[at + 1];
      return points + own * (chanceOf(from) - (next === undefined ? 0 : chanceOf(next.from)));
    }, 0);
  if (kind === "projected") {
    return line(
      paid((from) => poissonAtLeast(from, amount)),
      "expected points by Poisson chances",
    );
  }
  return line(
    paid((from) => (from <= Math.max(amount, 0) ? 1 : 0)),
    null,
  );
};

type Place = ScoringTerm & { kind: "place" };

/**
 * A projected line is paid the points that it predicts; else the expected points by its chances of places;
 * else, if the table permits, the points at its mean place.
 */
const scorePlace: TermScorer<"place"> = (term, values, kind) => {
  const { expected, chances, interpolated } = term.projection;
  const finish = values.get(term.stat);
  const line = (points: number, note: string | null) => [
    { term: term.label, stats: [term.stat], amount: finish ?? 0, points, note },
  ];
  if (kind === "actual") return finish === undefined ? [] : line(pointsAt(term, finish), null);
  const predicted = expected === null ? undefined : values.get(expected);
  if (predicted !== undefined) return line(predicted, `points predicted by ${expected}`);
  const known = chances.filter(({ stat }) => values.has(stat));
  if (known.length > 0) {
    const names = known.map(({ stat }) => stat).join(", ");
    return line(expectedPoints(term, known, values), `expected points by ${names}`);
  }
  if (finish === undefined) return [];
  if (interpolated) return line(pointsBetween(term, finish), "points at the mean place");
  return line(0, notCounted([...(expected === null ? [] : [expected]), ...chances.map(({ stat }) => stat)]));
};

function pointsAt({ brackets }: Place, finish: number): number {
  return brackets.findLast(({ from }) => from <= Math.max(finish, 1))!.points;
}

/** Interpolated linearly between the two whole places around it. */
function pointsBetween(term: Place, finish: number): number {
  const below = Math.floor(finish);
  const [first, second] = [pointsAt(term, below), pointsAt(term, below + 1)];
  return first + (finish - below) * (second - first);
}

/** The chance of a finish between two of the known places is spread evenly over the places there. */
function expectedPoints(term: Place, known: Place["projection"]["chances"], values: StatValues): number {
  let points = 0;
  let [last, reached] = [0, 0];
  for (const { stat, to } of known) {
    const chance = Math.max(reached, values.get(stat)!);
    const each = (chance - reached) / (to - last);
    for (let finish = last + 1; finish <= to; finish += 1) points += each * pointsAt(term, finish);
    [last, reached] = [to, chance];
  }
  return points;
}

const scorers: { readonly [Kind in ScoringTerm["kind"]]: TermScorer<Kind> } = {
  "per-unit": scorePerUnit,
  split: scoreSplit,
  threshold: scoreThreshold,
  categories: scoreCategories,
  bracket: scoreBracket,
  place: scorePlace,
};

export function scoreTerm(term: ScoringTerm, values: StatValues, kind: LineKind): readonly ScoredTerm[] {
  // The table pairs each kind with its scorer, which TypeScript cannot express for an index of a union type.
  return (scorers[term.kind] as TermScorer<ScoringTerm["kind"]>)(term, values, kind);
}

const NEGLIGIBLE = 1e-18;

/** 0 for a mean of 0 or less, which models predict for rare events. */
export function poissonAtLeast(count: number, mean: number): number {
  if (count <= 0) return 1;
  if (mean <= 0) return 0;
  // The shorter sum is also the more exact one: the tail itself above the mean, its complement below.
  return count > mean
    ? sumFrom(count, mean)
    : Math.max(0, 1 - Array.from({ length: count }, (_, n) => chanceOf(n, mean)).reduce((a, b) => a + b, 0));
}

function sumFrom(count: number, mean: number): number {
  let sum = 0;
  let chance = chanceOf(count, mean);
  for (let n = count + 1; chance > NEGLIGIBLE * sum; n += 1) {
    sum += chance;
    chance *= mean / n;
  }
  return sum;
}

/** Uses logarithms, so that neither the power nor the factorial overflows. */
function chanceOf(count: number, mean: number): number {
  let logarithm = count * Math.log(mean) - mean;
  for (let n = 2; n <= count; n += 1) logarithm -= Math.log(n);
  return Math.exp(logarithm);
}
