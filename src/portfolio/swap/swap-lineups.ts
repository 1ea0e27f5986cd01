import { isLock } from "../../contests/constraints/requirements.ts";
import type { Problem, Seat } from "../../contests/problem/problem.ts";
import { namedLineup } from "../../contests/problem/problem.ts";
import { atLeast, forbids, type Model, noneOf, POINT_UNITS, type Rule } from "../../engine/model/model.ts";
import type { SwapLine, SwapObstacle, SwapPlan, SwapSolution } from "../../engine/model/swap-plan.ts";
import { lateSeatingOf } from "../../lineup/document/late-seats.ts";
import { type PricedLineup, priceLineup } from "../../lineup/document/priced-lineup.ts";
import { checkedLineups } from "../../lineup/document/seat-solutions.ts";
import { groupBy } from "../../shared/collections.ts";
import { entryRef, message } from "../../shared/errors/message-parts.ts";
import { InvalidRequestError, type WrittenIssue } from "../../shared/errors.ts";
import { slotsOfSeats } from "../../shared/roster.ts";
import type { PortfolioResult } from "../../shared/schema/portfolio-result.ts";

export interface SwapSeat {
  /** The player's GUID; null for a locked player outside the pool, who keeps the whole entry unchanged. */
  readonly uuid: string | null;
  readonly locked: boolean;
}

export interface SwapEntry {
  /** The seats in the slots' order; null for an empty seat, or a player who is no longer available. */
  readonly seats: readonly (SwapSeat | null)[];
  /**
   * Names the lineup, also if players are missing from `seats`: entries of the same name and with the same
   * locked seats get the same lineup. By default, entries share only complete lineups.
   */
  readonly lineup?: string | undefined;
  /** How many of certain players, by GUID, the new lineup must have, such as those of a team. */
  readonly least?: readonly { readonly uuids: readonly string[]; readonly count: number }[] | undefined;
}

export interface Entered {
  readonly locked: readonly Seat[];
  readonly known: readonly Seat[];
  readonly isWhole: boolean;
  readonly hasUnknown: boolean;
  readonly lineup?: string | undefined;
  readonly least?: readonly { readonly entries: readonly number[]; readonly count: number }[] | undefined;
}

/**
 * Converts entries to seats of the problem.
 * @throws InvalidRequestError for entries that are not lineups of the contest, with all errors at once
 */
function readEntered(problem: Problem, entries: readonly SwapEntry[]): Entered[] {
  const slotOf = slotsOfSeats(problem.contest.slots);
  const indices = new Map(problem.entries.map(({ uuid }, index) => [uuid, index]));
  const issues: WrittenIssue[] = [];
  const read = entries.map(({ seats, lineup, least }, at): Entered => {
    if (seats.length !== slotOf.length)
      issues.push({
        code: "invalid-entry",
        detail: `/entries/${at}/seats: ${seats.length} given, but a lineup has ${slotOf.length} seats.`,
        source: { pointer: `/entries/${at}/seats` },
      });
    const sitting = seats.flatMap((seat, index) => {
      if (seat === null || seat.uuid === null || slotOf[index] === undefined) return [];
      const entry = indices.get(seat.uuid);
      if (entry !== undefined) return [{ entry, slot: slotOf[index], locked: seat.locked }];
      if (seat.locked)
        issues.push({
          code: "unknown-entry",
          detail: message`/entries/${at}/seats/${index}: ${entryRef(seat.uuid)} is locked, but is not in the pool or has no projection. Add the player to the pool, with a projection.`,
          source: { pointer: `/entries/${at}/seats/${index}` },
        });
      return [];
    });
    const seated = ({ entry, slot }: Seat): Seat => ({ entry, slot });
    return {
      locked: sitting.filter(({ locked }) => locked).map(seated),
      known: sitting.map(seated),
      isWhole: sitting.length === slotOf.length,
      hasUnknown: seats.some((seat) => seat?.locked === true && seat.uuid === null),
      lineup,
      least: least?.map(({ uuids, count }) => ({
        entries: uuids.flatMap((uuid) => indices.get(uuid) ?? []),
        count,
      })),
    };
  });
  const [first, ...rest] = issues;
  if (first) throw new InvalidRequestError([first, ...rest]);
  return read;
}

type SwapPortfolio = Omit<SwapPlan, "groups" | "lines">;

/**
 * Plans a swap. Entries with the same lineup and locked seats become one line of the plan and keep a common
 * lineup; lines with the same locked seats have the same rules and are a group. `closed` has the indices of
 * players that no lineup can add. `entriesOf` has each line's entries, `lockedOf` each group's locked seats.
 */
export function planSwap(portfolio: SwapPortfolio, entered: readonly Entered[], closed: ReadonlySet<number>) {
  const { model } = portfolio;
  const groups = new Map<string, Entered>();
  for (const entry of entered) groups.set(keyOf(entry), entry);
  const names = [...groups.keys()];
  const states = entered.map((entry) => stateOf(model, entry));
  const byLine = groupBy([...entered.keys()], (index) => {
    const { state, current } = states[index]!;
    const { isWhole, lineup } = entered[index]!;
    const isComplete = isWhole && state !== "short";
    if (!isComplete && lineup === undefined) return `${index}`;
    return `${keyOf(entered[index]!)} ${isComplete ? current.join() : `short ${lineup}`}`;
  });
  const entriesOf = [...byLine.values()];
  const lines = entriesOf.map(
    (entries): SwapLine => ({
      group: names.indexOf(keyOf(entered[entries[0]!]!)),
      entries: entries.length,
      ...states[entries[0]!]!,
    }),
  );
  const first = [...groups.values()];
  return {
    plan: { ...portfolio, groups: first.map((entry) => rulesOf(model, entry, closed)), lines } as SwapPlan,
    entriesOf,
    lockedOf: first.map(({ locked }) => locked),
  };
}

/** `fixed` cannot change, `whole` can stay or change, and `short` must change. */
function stateOf(model: Model, { known, isWhole, hasUnknown, locked }: Entered) {
  const current = picksOf(model, known);
  const isSeated = isWhole && current.length === known.length;
  const isFixed = hasUnknown || (isSeated && locked.length === known.length);
  return { current, state: isFixed ? "fixed" : isSeated ? "whole" : "short" } as const;
}

function picksOf({ picks }: Model, lineup: readonly Seat[]): number[] {
  return lineup
    .map(({ entry, slot }) =>
      picks.entry.findIndex((one, pick) => one === entry && ((picks.slots[pick]! >> slot) & 1) === 1),
    )
    .filter((pick) => pick !== -1)
    .sort((a, b) => a - b);
}

const NAMES = { constraint: "locked-seats", pointer: null } as const;

/**
 * The model's rules for entries with these locked seats. Locked players stay, whatever the rules say. Other
 * players whose games have started cannot be added, so their locks are dropped.
 */
function rulesOf(model: Model, { locked, least = [] }: Entered, closed: ReadonlySet<number>): Rule[] {
  const held = new Set(locked.map(({ entry }) => entry));
  const shut = [...closed].filter((entry) => !held.has(entry));
  const isShut = new Set(shut);
  const rules = model.rules.flatMap((rule): Rule[] => {
    if (rule.kind !== "allow" && rule.kind !== "count") return [rule];
    if (isLock(rule)) return rule.entries.some((entry) => isShut.has(entry) || held.has(entry)) ? [] : [rule];
    if (rule.kind === "count" && !forbids(rule)) return [rule];
    return [{ ...rule, entries: rule.entries.filter((entry) => !held.has(entry)) }];
  });
  const words = "locked seats";
  return [
    ...rules,
    ...(shut.length === 0 ? [] : [{ ...noneOf(shut), origin: { ...NAMES, words } }]),
    ...least.map(({ entries, count }) => ({
      ...atLeast(entries, count),
      origin: { ...NAMES, constraint: "same-team", words: "the same teams" },
    })),
    ...locked.flatMap(({ entry, slot }): Rule[] => [
      { ...atLeast([entry]), origin: { ...NAMES, words } },
      { kind: "allow", entries: [entry], slots: 1 << slot, origin: { ...NAMES, words } },
    ]),
  ];
}

function keyOf({ locked, least = [] }: Entered): string {
  const needed = least.map(({ entries, count }) => `${count} of ${entries.join(" ")}`);
  return [...locked.map(({ entry, slot }) => `${entry}@${slot}`), ...needed].join();
}

export interface SwapInputs {
  readonly entries: readonly SwapEntry[];
  /** GUIDs of players whose games have started: no lineup can add them, and locked ones stay. */
  readonly closed: ReadonlySet<string>;
  /** Start times of games, by GUID: the players who start last get the most flexible slots, such as FLEX. */
  readonly startsOf?: ReadonlyMap<string, string> | undefined;
}

export interface SwapLineup {
  readonly seats: readonly { readonly slot: string; readonly uuid: string }[];
  readonly points: number;
  readonly salary: number;
}

export interface SwappedEntry {
  /** The lineup before the swap; null if a seat is empty, or its player is not available in that slot. */
  readonly before: SwapLineup | null;
  /** The lineup after the swap; null if unchanged. */
  readonly after: SwapLineup | null;
  /** Why the entry keeps a lineup that breaks a rule; null if the lineup breaks none. */
  readonly obstacle: SwapObstacle | null;
}

export interface SwappedLineups {
  readonly entries: readonly SwappedEntry[];
  /** Proven upper bound on the sum of points over all entries; null if there is none. */
  readonly bound: number | null;
  /** The portfolio's result fields over all entries; null without a portfolio. */
  readonly portfolio: PortfolioResult | null;
  /**
   * The reason if the search ended early with these swaps, else null. `solver-failure` occurs only if there
   * were swaps already; `no-solver` if HiGHS, which improves all entries together, is not available.
   */
  readonly stoppedBy: "time-limit" | "interrupt" | "solver-failure" | "no-solver" | null;
}

/** What `SwappedLineups.portfolio` is made of. */
export interface SwapTogether
  extends Omit<SwappedLineups, "portfolio">,
    Pick<SwapSolution, "alike" | "isImpossible"> {
  /** Each entry's lineup as picks of the model, without players outside the pool. */
  readonly lineups: readonly (readonly number[])[];
}

/** The points of all entries together, and what is proved about them. */
export interface SwapReport {
  readonly sum: number;
  /** Proven upper bound on the sum; null without one, for example while rules are broken. */
  readonly bound: number | null;
  readonly gap: number | null;
}

export interface AnsweredSwap {
  readonly solution: SwapSolution;
  readonly stoppedBy: SwappedLineups["stoppedBy"];
}

export type SolveSwap = (plan: SwapPlan) => Promise<AnsweredSwap>;

/**
 * Swaps entries of a problem, and checks each new lineup against every rule.
 * @throws InvalidRequestError for entries that are no lineups of the contest; SolverFailedError, and the
 * errors of `solve`
 */
export async function swapLineups(
  problem: Problem,
  portfolio: SwapPortfolio,
  { entries, closed, startsOf }: SwapInputs,
  solve: SolveSwap,
): Promise<SwapTogether> {
  const entered = readEntered(problem, entries);
  const shut = new Set(
    [...problem.entries.keys()].filter((entry) => closed.has(problem.entries[entry]!.uuid)),
  );
  const { plan, entriesOf, lockedOf } = planSwap(portfolio, entered, shut);
  const { solution, stoppedBy } = await solve(plan);
  const { lines, bound, alike, isImpossible } = solution;
  const shown = ({ seats, points, salary }: PricedLineup): SwapLineup => ({
    seats: namedLineup(problem, seats),
    points: points / POINT_UNITS,
    salary,
  });
  const lineups = new Array<readonly number[]>(entries.length);
  const swapped = new Array<SwappedEntry>(entries.length);
  for (const [line, { picks, obstacle }] of lines.entries()) {
    const { group, current, state } = plan.lines[line]!;
    const rules = plan.groups[group]!;
    const model = { ...plan.model, rules };
    const after = picks === null ? null : seatedOf(picks);
    for (const index of entriesOf[line]!) {
      const { known, isWhole, hasUnknown } = entered[index]!;
      const before = isWhole && state !== "short" ? shown(priceLineup(problem, known)) : null;
      swapped[index] = { before, after, obstacle: hasUnknown ? "unknown" : obstacle };
      lineups[index] = picks ?? current;
    }

    function seatedOf(chosen: readonly number[]): SwapLineup {
      const points = chosen.reduce((sum, pick) => sum + model.picks.points[pick]!, 0);
      const locks = lockedOf[group]!.map(({ entry, slot }) => ({ entry, slot, pointer: "/entries" }));
      const held = new Set(locks.map(({ entry }) => entry));
      const excluded = [...problem.excluded, ...shut].filter((entry) => !held.has(entry));
      const reseat = startsOf && lateSeatingOf(problem, model, startsOf);
      const asked = { ...problem, locks, excluded, slotBans: [] };
      const [lineup] = checkedLineups(asked, model, [{ picks: chosen, points }], reseat);
      return shown(lineup!);
    }
  }
  const most = bound === null ? null : bound / POINT_UNITS;
  return { entries: swapped, bound: most, stoppedBy, lineups, alike, isImpossible };
}
