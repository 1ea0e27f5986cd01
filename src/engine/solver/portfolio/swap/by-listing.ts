import type { SwapPlan } from "../../../model/swap-plan.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { bestOfListed } from "../listed/best-of-listed.ts";
import { fewestBreaches } from "../listed/fewest-breaches.ts";
import { swapLinesOf } from "./kinds.ts";
import { type AssignedLineup, isAmiss, isBetter, type SwapState } from "./swap-state.ts";

/** What a search among all legal lineups proved. */
interface Listed {
  /** Whether there is no better swap than what the lines have now. */
  readonly isProved: boolean;
  /** Whether no swap keeps the plan. */
  readonly isImpossible: boolean;
}

interface ListedTools {
  /** Per group all of its lineups. */
  readonly legal: readonly (readonly AssignedLineup[])[];
  readonly linearProgram: () => LinearProgram;
}

/** Steps of work after which linear programs for the most points end, and the search for the fewest breaches: swaps are soon. */
const MOST_WORK = 1e8;
const MOST_WORK_OF_BREACHES = 8e7;

/**
 * Gives the lines that have a group with lineups the best of all swaps, searched among all legal lineups: one that keeps the
 * plan with the most points, or the one that breaks least of it, and of those the one with the most points. Where that
 * is not proved the lines have the best that was found.
 * @throws AbortedError, TimeLimitError
 */
export async function byListing(
  plan: SwapPlan,
  state: SwapState,
  { legal, linearProgram }: ListedTools,
  interrupt: Interrupt,
): Promise<Listed> {
  const isOpen = (line: number) =>
    plan.lines[line]!.state !== "fixed" && legal[plan.lines[line]!.group]!.length > 0;
  const kinds = swapLinesOf(plan)
    .map((kind) => ({ ...kind, lines: kind.lines.filter(isOpen) }))
    .filter(({ lines }) => lines.length > 0);
  const open = kinds.flatMap(({ lines }) => lines);
  if (open.length === 0) return { isProved: true, isImpossible: false };
  const others = [...plan.lines.keys()].filter((line) => !open.includes(line));
  const counted = (share: number) =>
    others.reduce(
      (sum, line) => sum + (state.held[line]!.shares.has(share) ? plan.lines[line]!.entries : 0),
      0,
    );
  const theirs = others.map((line) => state.held[line]!);
  const items = kinds.flatMap(({ group, entries, lines }, kind) =>
    needed(
      state,
      legal[group]!,
      lines.map((line) => state.held[line]!),
    ).map((held) => ({ kind, held, entries })),
  );
  const all = items.map(({ held }) => held);
  const clashes = all.map((held) => state.likeOf(held, all));
  const own = all.map(
    (held) => state.avoided(held) + state.likeOf(held, theirs).reduce((sum, one) => sum + one, 0),
  );
  const gains = items.map(({ held, entries }) => entries * held.points);
  const shares = plan.shares.map(({ least, most }, share) => {
    const members = [...items.keys()].filter((at) => all[at]!.shares.has(share));
    return {
      lower: Math.max(0, least - counted(share)),
      upper: Math.max(0, most - counted(share)),
      members,
      weights: members.map((at) => items[at]!.entries),
    };
  });
  const placesOf = () =>
    kinds.flatMap(({ lines }, kind) =>
      lines.map((line) =>
        items.findIndex(({ kind: one, held }) => one === kind && held === state.held[line]!),
      ),
    );
  const take = (places: readonly number[]) => {
    const before = state.whole();
    const were = [...state.held];
    for (const [kind, { lines }] of kinds.entries())
      assign(
        plan,
        state,
        lines,
        places.filter((at) => items[at]!.kind === kind).map((at) => all[at]!),
      );
    if (!isBetter(state.whole(), before)) state.setAll(were);
  };
  const isKept = !isAmiss(state.whole());
  const free = [...items.keys()].filter((at) => own[at] === 0);
  const placeOf = new Map(free.map((at, place) => [at, place]));
  const { chosen, isProved } = await bestOfListed(
    {
      gains: free.map((at) => gains[at]!),
      count: open.length,
      rows: [
        ...kinds.map(({ lines }, kind) => ({
          lower: lines.length,
          upper: lines.length,
          members: [...free.keys()].filter((place) => items[free[place]!]!.kind === kind),
        })),
        ...shares.map(({ lower, upper, members, weights }) => {
          const kept = members.flatMap((at, index) =>
            placeOf.has(at) ? [{ place: placeOf.get(at)!, weight: weights[index]! }] : [],
          );
          return {
            lower,
            upper,
            members: kept.map(({ place }) => place),
            weights: kept.map(({ weight }) => weight),
          };
        }),
      ],
      clash: (one, other) => clashes[free[one]!]![free[other]!] === 1,
      ...(isKept && { start: placesOf().map((at) => placeOf.get(at)!) }),
      mostWork: MOST_WORK,
    },
    linearProgram,
    interrupt,
  );
  if (chosen !== null) {
    take(chosen.map((place) => free[place]!));
    return { isProved, isImpossible: false };
  }
  const found = await fewestBreaches(
    {
      items: items.map(({ kind }, at) => ({
        kind,
        gain: gains[at]!,
        breaches: own[at]!,
        clashes: clashes[at]!,
      })),
      lines: kinds.map(({ lines }) => lines.length),
      rows: shares,
      start: placesOf(),
      mostWork: MOST_WORK_OF_BREACHES,
    },
    interrupt,
  );
  take(found.chosen);
  return { isProved: found.isProved, isImpossible: isProved || found.least > 0 };
}

/** Without lineups in whose place another one is no worse, but with those that lines have. */
function needed(
  state: SwapState,
  legal: readonly AssignedLineup[],
  now: readonly AssignedLineup[],
): AssignedLineup[] {
  const best = new Map<string, AssignedLineup>();
  // The best come first.
  for (const held of [...now, ...legal]) {
    const key = state.kindOf(held);
    const other = best.get(key);
    if (other === undefined || held.points > other.points) best.set(key, held);
  }
  return [...new Set([...now, ...best.values()])];
}

/** Gives lines lineups: a line that can have its own lineup again has it. */
function assign(
  { lines }: SwapPlan,
  state: SwapState,
  own: readonly number[],
  held: readonly AssignedLineup[],
): void {
  const left = [...held];
  const rest = own.filter((line) => {
    const at = left.findIndex(({ picks }) => picks.join() === lines[line]!.current.join());
    if (at !== -1) state.set(line, left.splice(at, 1)[0]!);
    return at === -1;
  });
  for (const line of rest) state.set(line, left.shift()!);
}
