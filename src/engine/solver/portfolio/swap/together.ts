import { type Model, POINT_UNITS } from "../../../model/model.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import type { HighsSolver } from "../../highs.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { Column } from "../joint/columns.ts";
import type { LineupStream } from "../joint/lineup-stream.ts";
import { isAny } from "../joint/near.ts";
import type { Prices } from "../joint/prices.ts";
import { counts } from "../joint/rows.ts";
import type { Kind } from "./kinds.ts";
import { bestOfFew, FEW, fewThatMatter, roundedOf } from "./rounding.ts";
import { SwapBench } from "./swap-bench.ts";
import type { KindColumn, SwapMixture } from "./swap-master.ts";

/** What it takes to find the best of all swaps. */
export interface TogetherTools {
  readonly stream: LineupStream;
  readonly highs: Pick<HighsSolver, "linearProgram" | "solve">;
  /** Whether no swap keeps the plan, so that no program over lineups finds one. */
  readonly isImpossible: boolean;
  /** Gets each bound as it is proved, in units of points over all entries. */
  readonly onBound: (bound: bigint) => void;
  /** Gets lineups, per line, that may be better than the start. */
  readonly onFound: (picks: readonly (readonly number[])[]) => void;
}

/** A swap is good enough when the bound is above its sum by no more than this part of it. */
const GAP = 0.0002;

/** A mixture so near to the bound, as a part of it, is rounded to see whether that is good enough. */
const NEARLY = 0.2 * GAP;

/** How often lineups are priced. */
const ROUNDS = 24;

/** What is known of the best of all swaps. */
export interface TogetherFound {
  /** Per line its picks; null where nothing but what it began with was found. */
  readonly picks: readonly (readonly number[])[] | null;
  /** Units of points over all entries, proven of whatever keeps the plan; null where nothing is. */
  readonly bound: bigint | null;
  /** Whether that is so near to the bound that it is good enough. */
  readonly isNear: boolean;
}

/**
 * Looks for a swap with more points than lines have at the start, which keeps the plan: column generation over the kinds
 * of lines, a bound in whole numbers, rounding, and where few lineups matter the best of these. Where the start does not
 * keep the plan, breaches may be bought, dear, and what is found may break less of it.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function swapTogether(
  {
    plan,
    models,
    start,
  }: {
    readonly plan: SwapPlan;
    readonly models: readonly Model[];
    /** Per line, the picks of a lineup that it may have. */
    readonly start: readonly (readonly number[])[];
  },
  { stream, ...tools }: TogetherTools,
  interrupt: Interrupt,
): Promise<TogetherFound> {
  const { highs } = tools;
  const program = highs.linearProgram();
  try {
    const open = { plan, models, stream, program };
    const most = start.reduce((points, picks) => {
      const own = picks.reduce((sum, pick) => sum + plan.model.picks.points[pick]!, 0);
      return Math.max(points, Math.abs(own));
    }, 0);
    const bench = new SwapBench({ ...open, fine: 1 + most / POINT_UNITS });
    const columns = bench.kinds.flatMap(({ lines }, kind) =>
      lines.map((line): KindColumn => ({ kind, column: bench.columnOf(start[line]!) })),
    );
    const isKept = keeps(bench, columns);
    if (isKept) bench.master.refuseBreaches();
    bench.master.add(columns);
    return await search(bench, columns, isKept, tools, interrupt);
  } finally {
    program.dispose();
  }
}

async function search(
  bench: SwapBench,
  start: readonly KindColumn[],
  isKept: boolean,
  { highs, isImpossible, onBound, onFound }: Omit<TogetherTools, "stream">,
  interrupt: Interrupt,
): Promise<TogetherFound> {
  const { master, kinds, plan } = bench;
  const now = bench.sumOf(start);
  let bound: bigint | null = null;
  let proof: readonly Prices[] | null = null;
  const isNear = (sum: bigint) => bound !== null && Number(bound - sum) <= GAP * Math.abs(Number(bound));
  const found = (columns: readonly KindColumn[]): TogetherFound => {
    return {
      picks: columns === start ? null : assigned(plan, kinds, columns),
      bound,
      isNear: isNear(bench.sumOf(columns)) && keeps(bench, columns),
    };
  };
  let isTried = false;
  for (let round = 0; round < ROUNDS; round += 1) {
    const grown = await bench.grow(interrupt);
    if (grown === null) return found(start);
    const { mixture, prices, proven, joining } = grown;
    if (proven !== null && (bound === null || proven < bound)) {
      [bound, proof] = [proven, prices];
      onBound(bound);
    }
    if (joining.length === 0 || (isKept && isNear(now))) break;
    if (isNearly(bench, mixture, bound) && !isTried) {
      isTried = true;
      const early = await roundedOf(bench, { regrow: false }, interrupt);
      const answer = early && found(early);
      if (answer?.isNear) return answer;
      if (early !== null) onFound(assigned(plan, kinds, early));
    }
    master.add(joining);
  }
  if (isKept && isNear(now)) return found(start);
  const rounded = await roundedOf(bench, { regrow: !isKept }, interrupt);
  const best = rounded === null || (isKept && bench.sumOf(rounded) <= now) ? start : rounded;
  const answer = found(best);
  if (answer.isNear) return answer;
  if (answer.picks !== null) onFound(answer.picks);
  if (isImpossible) return answer;
  const isWhole = keeps(bench, best);
  const open = isWhole && bound !== null ? Number(bound - bench.sumOf(best)) : Number.POSITIVE_INFINITY;
  const few = proof && (await fewThatMatter(bench, proof, open));
  const isAll = few !== null;
  const lineups = few ?? (isWhole || master.columns.length > FEW ? null : master.columns);
  const chosen = lineups && bestOfFew(bench, lineups, (program) => highs.solve(program, interrupt));
  if (chosen === null || (isWhole && bench.sumOf(chosen) < bench.sumOf(best))) return answer;
  if (isAll) bound = bench.sumOf(chosen);
  return found(chosen);
}

/** Whether a mixture that keeps all rows is so near to the bound that rounding it may do. */
function isNearly(
  { master, kinds }: SwapBench,
  { parts, breaches }: SwapMixture,
  bound: bigint | null,
): boolean {
  if (bound === null || isAny(breaches)) return false;
  const worth = master.columns.reduce(
    (sum, { kind, column }, at) => sum + parts[at]! * kinds[kind]!.entries * column.points,
    0,
  );
  return Number(bound) - worth <= NEARLY * Math.abs(Number(bound));
}

/** Whether lineups, one for each line, keep all shares and differ. */
function keeps({ kinds, shareRows, likeness }: SwapBench, columns: readonly KindColumn[]): boolean {
  return (
    shareRows.every((row) => {
      const count = columns.reduce(
        (sum, { kind, column }) => sum + (counts(row, column) ? kinds[kind]!.entries : 0),
        0,
      );
      return count >= row.lower && count <= row.upper;
    }) &&
    columns.every(
      ({ column }, at) =>
        !likeness.isBarred(column) &&
        columns.every((other, index) => index >= at || !likeness.clash(column, other.column)),
    )
  );
}

/** Lineups by line: a line that can have its own lineup again has it. */
function assigned(
  { lines }: SwapPlan,
  kinds: readonly Kind[],
  columns: readonly KindColumn[],
): readonly (readonly number[])[] {
  const picks = new Array<readonly number[]>(lines.length);
  for (const [kind, own] of kinds.entries()) {
    const left: Column[] = columns.filter((one) => one.kind === kind).map(({ column }) => column);
    for (const line of own.lines) {
      const at = left.findIndex(({ key }) => key === lines[line]!.current.join());
      if (at !== -1) picks[line] = left.splice(at, 1)[0]!.picks;
    }
    for (const line of own.lines) picks[line] ??= left.shift()!.picks;
  }
  return picks;
}
