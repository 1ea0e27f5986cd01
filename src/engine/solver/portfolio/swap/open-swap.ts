import { groupBy } from "../../../../shared/collections.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import { type PlanByClass, planByClassOf } from "../joint/restricted-master.ts";
import type { Column } from "../joint/rows.ts";
import type { LineupStream } from "../lineup-stream.ts";
import type { SwapState } from "./swap-state.ts";

/** Open lines with the same locked seats and equally many contest entries. */
interface LinesOfClass {
  readonly group: number;
  readonly entries: number;
  readonly lines: readonly number[];
}

/** The lines that can change and have a legal lineup, with the limits that the others leave. */
export interface OpenSwap {
  readonly classes: readonly LinesOfClass[];
  /** The plan for the open lines' lineups, for column generation. Its `classes` are in the same order. */
  readonly planByClass: PlanByClass;
  readonly held: readonly Column[];
  /** The points of the contest entries of all other lines, in units. */
  readonly otherPoints: bigint;
}

export function openSwapOf(plan: SwapPlan, state: SwapState, stream: LineupStream): OpenSwap | null {
  const { lines, model, unique, choices } = plan;
  const isOpen = (line: number) => lines[line]!.state !== "fixed" && state.held[line]!.isLegal;
  const open = [...lines.keys()].filter(isOpen);
  if (open.length === 0) return null;
  const others = [...lines.keys()].filter((line) => !isOpen(line));
  const counted = (share: number) =>
    others.reduce((sum, line) => sum + (state.held[line]!.shares.has(share) ? lines[line]!.entries : 0), 0);
  const groups = groupBy(open, (line) => `${lines[line]!.group} ${lines[line]!.entries}`);
  const classes = [...groups.values()].map((own): LinesOfClass => {
    const { group, entries } = lines[own[0]!]!;
    return { group, entries, lines: own };
  });
  const planByClass = planByClassOf(
    {
      ...{ model, unique, choices, random: null },
      count: open.reduce((sum, line) => sum + lines[line]!.entries, 0),
      avoid: [...plan.avoid, ...others.map((line) => Int32Array.from(state.held[line]!.picks))],
      shares: plan.shares.map((share, index) => ({
        ...share,
        least: Math.max(0, share.least - counted(index)),
        most: Math.max(0, share.most - counted(index)),
      })),
    },
    classes.map(({ group, entries, lines: own }) => {
      return { model: state.models[group]!, count: own.length, weight: entries };
    }),
    stream,
  );
  return {
    classes,
    planByClass,
    held: classes.flatMap(({ lines: own }, kind) =>
      own.map((line) => planByClass.classes[kind]!.columnOf(state.held[line]!.picks)),
    ),
    otherPoints: others.reduce(
      (sum, line) => sum + BigInt(lines[line]!.entries) * BigInt(state.held[line]!.points),
      0n,
    ),
  };
}

/** Gives open lines the chosen lineups. A line whose lineup before the swap is among them gets it back. */
export function assign(
  { lines }: SwapPlan,
  state: SwapState,
  { classes }: OpenSwap,
  chosen: readonly Column[],
): void {
  for (const [kind, own] of classes.entries()) {
    const left = chosen.filter((column) => column.kind === kind);
    const rest = own.lines.filter((line) => {
      const at = left.findIndex(({ picks }) => picks.join() === lines[line]!.current.join());
      if (at !== -1) state.set(line, state.readLegal(left.splice(at, 1)[0]!.picks));
      return at === -1;
    });
    for (const line of rest) state.set(line, state.readLegal(left.shift()!.picks));
  }
}
