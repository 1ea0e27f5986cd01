import type { Problem } from "../contests/problem/problem.ts";
import { MOST_POINTS } from "../contests/problem/projections.ts";
import type { DrawSource } from "../engine/model/draw-source.ts";
import type { Model } from "../engine/model/model.ts";
import type { PortfolioPlan } from "../engine/model/portfolio-plan.ts";
import { headerKey } from "../shared/header-key.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { counted } from "../shared/words.ts";
import { type People, personLabel } from "./people.ts";
import type { Findings, Path } from "./places.ts";
import { readNumber } from "./ranges.ts";
import { perPlayer } from "./selections.ts";

/** The cells of a column, and their numbers, one per player; null after a recorded error. */
function columnOf(column: string, path: Path, { all, headers }: People, findings: Findings) {
  const key = headerKey(column);
  if (!headers.has(key)) {
    findings.refuseColumn(path, column, [...headers.values()]);
    return null;
  }
  const cells = all.map((person) => person.cells.get(key) ?? "");
  const numbers = cells.map(readNumber);
  if (numbers.every((number) => number === null))
    findings.refuse(
      "unknown-column",
      path,
      `no player has a number in column ${column}. Name a column of numbers.`,
    );
  return { cells, numbers };
}

/** Applies `points.from` and `points.boost`; `without` has the players without a number. */
export function changedPoints(
  problem: Problem,
  people: People,
  { from, boost }: NonNullable<Portfolio["points"]>,
  findings: Findings,
) {
  const path = ["points"];
  const points = people.all.map(({ points: own }) => own);
  const without: number[] = [];
  const column = from === undefined ? null : columnOf(from, [...path, "from"], people, findings);
  for (const [entry, value] of (column?.numbers ?? []).entries()) {
    if (value === null) without.push(entry);
    else points[entry] = value;
  }
  if (without.length > 0 && without.length < points.length)
    findings.warn(
      [...path, "from"],
      `leaves out ${counted(without.length, "player")} without a number in column ${from}.`,
    );
  // A boost selects players by their original points.
  const boosts = perPlayer(boost, [...path, "boost"], "invalid-boost", { problem, people }, findings);
  for (const { entries, by } of boosts) {
    const text = String(by).trim();
    const amount = Number(text.replace("%", ""));
    for (const entry of entries)
      points[entry]! += text.endsWith("%") ? (points[entry]! * amount) / 100 : amount;
  }
  const remedy =
    from === undefined ? "Use a smaller boost." : `Correct the number in column ${from}, or the boost.`;
  for (const [entry, value] of points.entries())
    if (Math.abs(value) > MOST_POINTS)
      findings.refuse(
        "invalid-points",
        path,
        `${personLabel(people.all[entry]!)} would have ${value} points, but ${-MOST_POINTS} to ${MOST_POINTS} are allowed. ${remedy}`,
      );
  return { points, without };
}

/**
 * Returns the source of random draws of a problem's points. `deviations` are standard deviations in points,
 * by the player's GUID.
 */
export type DrawSourceOf = (
  problem: Problem,
  model: Model,
  options: { readonly seed: number; readonly deviations: ReadonlyMap<string, number> },
) => DrawSource;

type Random = NonNullable<NonNullable<Portfolio["points"]>["random"]>;

/** Whether a description, not yet validated, asks for points of simulated draws. */
export function asksForDraws(portfolio: unknown): boolean {
  const { points } = (portfolio ?? {}) as { readonly points?: { readonly random?: unknown } | null };
  const random = points?.random;
  return typeof random === "object" && random !== null && !hasSpread(random as Random);
}

function hasSpread({ spread, column, players }: Random): boolean {
  return (spread ?? column ?? players) !== undefined;
}

interface Pool {
  readonly problem: Problem;
  readonly people: People;
}

const PATH: Path = ["points", "random"];

/** How the plan draws points for each lineup; null if it does not. */
export function randomOf(
  { points }: Portfolio,
  described: Pool,
  count: number,
  drawSourceOf: DrawSourceOf | undefined,
  base: Model,
  findings: Findings,
): PortfolioPlan["random"] {
  const random = points?.random;
  if (random === undefined) return null;
  const { seed, deviation } = random;
  if (hasSpread(random)) {
    if (deviation !== undefined)
      findings.refuse(
        "invalid-random",
        [...PATH, "deviation"],
        "works only with points drawn by simulation, without `spread`, `column` and `players`. Remove it, or remove those.",
      );
    return { seed, spread: spreadsOf(random, described, findings) };
  }
  const deviations = new Map<string, number>();
  for (const { entries, by } of perPlayer(
    deviation,
    [...PATH, "deviation"],
    "invalid-random",
    described,
    findings,
  ))
    for (const entry of entries) deviations.set(described.problem.entries[entry]!.uuid, Number(by));
  const source = drawSourceOf?.(described.problem, base, { seed, deviations });
  if (source === undefined) {
    findings.refuse(
      "invalid-random",
      PATH,
      "needs `spread`, such as `spread: 15%`, because points cannot be simulated here.",
    );
    return null;
  }
  const isSimulated = "hundredths" in source;
  if (isSimulated && deviations.size > 0)
    findings.refuse(
      "invalid-random",
      [...PATH, "deviation"],
      "does not apply to simulated outcomes from a file, which have their own. Remove it.",
    );
  const draws = isSimulated ? source.hundredths.length / source.entries : count;
  if (draws < count)
    findings.refuse(
      "too-few-draws",
      PATH,
      `needs a simulated outcome for each of the ${count} lineups, but there are ${draws}. Build fewer, or simulate more.`,
    );
  return source;
}

/** The spread of each player, as a fraction of the points. */
function spreadsOf(
  { spread = "0%", column, players }: Random,
  described: Pool,
  findings: Findings,
): Float64Array {
  const { all } = described.people;
  const spreads = new Float64Array(all.length).fill(Number(spread.replace("%", "")) / 100);
  if (column !== undefined) {
    const path = [...PATH, "column"];
    const { cells = [], numbers = [] } = columnOf(column, path, described.people, findings) ?? {};
    // As in columns of shares, numbers that are all at most 1 are fractions.
    const isPercent = cells.some((cell, at) => cell.includes("%") || (numbers[at] ?? 0) > 1);
    for (const [entry, number] of numbers.entries()) {
      if (number === null) continue;
      const part = isPercent ? number / 100 : number;
      if (part < 0)
        findings.refuse(
          "invalid-random",
          path,
          `${personLabel(all[entry]!)} has ${number} in column ${column}, but a spread must be 0% or more. Correct the cell.`,
        );
      spreads[entry] = part;
    }
  }
  for (const { entries, by } of perPlayer(
    players,
    [...PATH, "players"],
    "invalid-random",
    described,
    findings,
  ))
    for (const entry of entries) spreads[entry] = Number(String(by).replace("%", "")) / 100;
  return spreads;
}
