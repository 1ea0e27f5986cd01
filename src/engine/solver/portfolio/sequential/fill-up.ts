import type { ChosenLineups } from "../../../model/chosen-lineups.ts";
import { picksThatPass } from "../../../model/passed-shares.ts";
import type { PortfolioLineup, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { seatCount } from "../../../roster.ts";
import type { Solution } from "../../contract.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import type { LineupStream } from "../joint/lineup-stream.ts";
import { withExclusions } from "./exclusions.ts";

/** How many of the best lineups are checked before another player is excluded. */
const LINEUPS_CHECKED = 8;

/**
 * Adds good lineups, not always the best, to the chosen ones, until there are enough or none is found. If the
 * best lineups overlap too much with chosen ones, excludes a player that occurs in many of these overlaps,
 * and solves again. Calls `onLineup` after each lineup.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function fillUp(
  plan: PortfolioPlan,
  record: ChosenLineups,
  stream: LineupStream,
  interrupt: Interrupt,
  onLineup: () => void,
): Promise<void> {
  while (record.lineups.length < plan.count) {
    const found = await nextApart(plan, record, stream, interrupt);
    if (found === null) return;
    record.add(found);
    onLineup();
  }
}

/** A lineup that can be added to the chosen ones; null if none is found. */
async function nextApart(
  plan: PortfolioPlan,
  record: ChosenLineups,
  stream: LineupStream,
  interrupt: Interrupt,
): Promise<PortfolioLineup | null> {
  const { points, entry } = plan.model.picks;
  const full = record.fullShares();
  const fullPicks = full.flatMap((share) => [...(picksThatPass(plan.shares[share]!.tests) ?? [])]);
  const shares = full.filter((share) => picksThatPass(plan.shares[share]!.tests) === null);
  const model = withExclusions(plan, plan.model, { shares, apart: [] });
  const [excluded, indispensable] = [new Set<number>(), new Set<number>()];
  let overlapping: readonly number[] = [];
  let last: number | null = null;
  for (;;) {
    throwIfInterrupted(interrupt);
    const out = [...entry.keys()].filter((pick) => excluded.has(entry[pick]!));
    const found = await firstOf(stream(model, LINEUPS_CHECKED, [...fullPicks, ...out]));
    const free = found.find((lineup) => record.hasRoomFor(lineup.picks));
    if (free !== undefined) {
      const { picks } = free;
      return { picks, points: picks.reduce((sum, pick) => sum + points[pick]!, 0) };
    }
    const [first] = found;
    if (first !== undefined) overlapping = first.picks.map((pick) => entry[pick]!);
    else if (last !== null) {
      excluded.delete(last);
      indispensable.add(last);
    }
    last = mostShared(
      plan,
      record,
      overlapping.filter((one) => !indispensable.has(one)),
    );
    if (last === null) return null;
    excluded.add(last);
  }
}

async function firstOf(lineups: ReturnType<LineupStream>): Promise<readonly Solution[]> {
  const found: Solution[] = [];
  for await (const tie of lineups) {
    found.push(...tie);
    if (found.length >= LINEUPS_CHECKED) break;
  }
  return found;
}

/**
 * Of these players, returns the one that is in the most lineups, counting only lineups that have too many of
 * the players; on ties, the one with the fewest points. Null if no players are given.
 */
function mostShared(
  plan: PortfolioPlan,
  { lineups }: ChosenLineups,
  entries: readonly number[],
): number | null {
  const { model, unique, avoid } = plan;
  const { entry, points } = model.picks;
  const seats = seatCount(model.slots);
  const times = new Map(entries.map((one) => [one, 0]));
  for (const other of [...avoid, ...lineups.map(({ picks }) => picks)]) {
    const common = [...times.keys()].filter((one) => other.some((pick) => entry[pick] === one));
    if (common.length <= seats - unique) continue;
    for (const one of common) times.set(one, 1 + times.get(one)!);
  }
  const pointsOf = (wanted: number) =>
    entry.reduce((most, one, pick) => (one === wanted ? Math.max(most, points[pick]!) : most), -Infinity);
  const [worst] = [...times].sort(([a, often], [b, seldom]) => seldom - often || pointsOf(a) - pointsOf(b));
  return worst?.[0] ?? null;
}
