import type { ChosenLineups } from "../../../model/chosen-lineups.ts";
import { noneOf } from "../../../model/model.ts";
import type { PortfolioLineup, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { seatCount } from "../../../roster.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import type { LineupSource } from "../lineup-source.ts";
import { ORIGIN } from "../rule-of.ts";
import { withHeld } from "./room-left.ts";

/** How many of the best lineups are looked at before somebody more is left out. */
const LOOKED_AT = 8;

/**
 * Adds lineups to those recorded, each good but seldom the best that they leave: where the best are too much like others,
 * whoever they have in common with most of these is left out, until one is far enough from all. Ends where that leaves
 * nobody, or the plan has its number.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function fillUp(
  plan: PortfolioPlan,
  record: ChosenLineups,
  best: LineupSource,
  interrupt: Interrupt,
): Promise<void> {
  while (record.lineups.length < plan.count) {
    const found = await farFromAll(plan, record, best, interrupt);
    if (found === null) return;
    record.add(found);
  }
}

/** A lineup that there is room for; null where none is found. */
async function farFromAll(
  plan: PortfolioPlan,
  record: ChosenLineups,
  best: LineupSource,
  interrupt: Interrupt,
): Promise<PortfolioLineup | null> {
  const { points, entry } = plan.model.picks;
  const model = withHeld(plan, plan.model, { shares: record.fullShares(), apart: [] });
  const [out, indispensable] = [new Set<number>(), new Set<number>()];
  let alike: readonly number[] = [];
  let last: number | null = null;
  for (;;) {
    throwIfInterrupted(interrupt);
    const rules = [...model.rules, { ...noneOf([...out]), origin: ORIGIN }];
    const found = await best({ ...model, rules }, LOOKED_AT);
    const free = found.find((lineup) => record.hasRoomFor(lineup.picks));
    if (free !== undefined) {
      const { picks } = free;
      return { picks, points: picks.reduce((sum, pick) => sum + points[pick]!, 0) };
    }
    const [first] = found;
    if (first !== undefined) alike = first.picks.map((pick) => entry[pick]!);
    else if (last !== null) {
      out.delete(last);
      indispensable.add(last);
    }
    last = mostShared(
      plan,
      record,
      alike.filter((one) => !indispensable.has(one)),
    );
    if (last === null) return null;
    out.add(last);
  }
}

/**
 * Who of a lineup's entries is in most of the lineups that have too many of them, of several the one with the fewest points;
 * null where there is nobody.
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
