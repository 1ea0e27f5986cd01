import { keepsPlan } from "../../../model/keeps-plan.ts";
import { type Model, POINT_UNITS } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import type { Program } from "../../../model/program.ts";
import type { SwapPlan } from "../../../model/swap-plan.ts";
import type { HighsSolver } from "../../highs.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { Column } from "../joint/columns.ts";
import { DIVES, dive } from "../joint/dive.ts";
import { generateColumns } from "../joint/generate.ts";
import type { LineupStream } from "../joint/lineup-stream.ts";
import type { LpSolution } from "../joint/master.ts";
import { isAny } from "../joint/near.ts";
import type { Prices } from "../joint/prices.ts";
import { programOf, reducedCostCandidates } from "../joint/reduced-cost-candidates.ts";
import { kindsOf, type RestrictedMaster, restrictedMasterOf } from "../joint/restricted-master.ts";
import { shareRow } from "../joint/rows.ts";
import { readShares } from "../joint/shares.ts";
import { portfolioOf, type SwapLines, swapLinesOf } from "./kinds.ts";

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

/** An LP solution so near to the bound, as a part of it, is rounded to see whether that is good enough. */
const NEARLY = 0.2 * GAP;

/** How often lineups are priced. */
const ROUNDS = 24;

/** What a line without a lineup costs, per entry, in breaches of a share by an entry. */
const MISSING = 4;

/** Swaps out of more lineups than this are left to rounding. */
const FEW = 400;

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
 * of lines, a bound in whole numbers, a dive, and where few lineups matter the best of these. Where the start does not
 * keep the plan, breaches may be bought, dear, and what is found may break less of it.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function swapTogether(
  {
    plan,
    models,
    start: held,
  }: {
    readonly plan: SwapPlan;
    readonly models: readonly Model[];
    /** Per line, the picks of a lineup that it may have. */
    readonly start: readonly (readonly number[])[];
  },
  { stream, ...tools }: TogetherTools,
  interrupt: Interrupt,
): Promise<TogetherFound> {
  const program = tools.highs.linearProgram();
  try {
    const whole = portfolioOf(plan);
    const lines = swapLinesOf(plan);
    const kinds = kindsOf(
      whole,
      lines.map(({ group, entries, lines: own }) => {
        return { model: models[group]!, count: own.length, weight: entries };
      }),
      stream,
    );
    const start = lines.flatMap(({ lines: own }, kind) =>
      own.map((line) => kinds.kinds[kind]!.columnOf(held[line]!)),
    );
    const most = start.reduce((points, column) => Math.max(points, Math.abs(column.points)), 0);
    const fine = 1 + most / POINT_UNITS;
    const shareRows = readShares(whole).map((read) => shareRow(read, whole.count));
    // More asked for than there are entries: no linear program says so.
    if (shareRows.some(({ lower, upper }) => lower > upper))
      return { picks: null, bound: null, isNear: false };
    const restricted = restrictedMasterOf(whole, kinds, {
      start: [...new Map(start.map((column) => [column.key, column])).values()],
      program,
      penalties: {
        of: (row) => (row.kind === "all" ? MISSING * kinds.kinds[row.of]!.weight : 1) * fine,
        mostBeyond: keeps(whole, start) ? 0 : whole.count,
      },
    });
    return await search({ plan, lines, restricted }, start, tools, interrupt);
  } finally {
    program.dispose();
  }
}

interface Search {
  readonly plan: SwapPlan;
  readonly lines: readonly SwapLines[];
  readonly restricted: RestrictedMaster;
}

async function search(
  { plan, lines, restricted }: Search,
  start: readonly Column[],
  { highs, isImpossible, onBound, onFound }: Omit<TogetherTools, "stream">,
  interrupt: Interrupt,
): Promise<TogetherFound> {
  const isKept = !restricted.mayBreak;
  const now = sumOf(start);
  let bound: bigint | null = null;
  let proof: readonly Prices[] | null = null;
  const isNear = (sum: bigint) => bound !== null && Number(bound - sum) <= GAP * Math.abs(Number(bound));
  const found = (columns: readonly Column[]): TogetherFound => {
    return {
      picks: columns === start ? null : assigned(plan, lines, columns),
      bound,
      isNear: isNear(sumOf(columns)) && keeps(restricted.plan, columns),
    };
  };
  let early: TogetherFound | null = null;
  let relaxation: LpSolution;
  for (let round = 1; ; round += 1) {
    const grown = await generateColumns(restricted, interrupt);
    relaxation = grown.relaxation;
    if (grown.bound !== null && (bound === null || grown.bound < bound)) {
      [bound, proof] = [grown.bound, grown.prices];
      onBound(bound);
    }
    if (isKept && isNear(now)) return found(start);
    if (grown.joined === 0 || round === ROUNDS) break;
    if (early !== null || !isNearly(relaxation, bound)) continue;
    const columns = await dive(restricted, relaxation, { ...DIVES[0]!, rounds: 0 }, interrupt);
    if (columns.length < start.length) continue;
    early = found(columns);
    if (early.isNear) return early;
    onFound(early.picks!);
  }
  const dived = await dive(restricted, relaxation, DIVES[0]!, interrupt);
  const best = dived.length < start.length || (isKept && sumOf(dived) <= now) ? start : dived;
  const answer = found(best);
  if (answer.isNear) return answer;
  if (answer.picks !== null) onFound(answer.picks);
  if (isImpossible || proof === null) return answer;
  const isWhole = keeps(restricted.plan, best);
  // As good ones are among them, so that the best of them proves itself.
  const open = isWhole && bound !== null ? Number(bound - sumOf(best)) + 1 : Number.POSITIVE_INFINITY;
  const few = await reducedCostCandidates(restricted, proof, { open, most: FEW });
  const isAll = few !== null && few.loss >= open && few.lineups.length <= FEW;
  const lineups = isAll ? few.lineups : restricted.master.columns;
  if (lineups.length > FEW || (isWhole && !isAll)) return answer;
  const chosen = bestOf(restricted, lineups, (program) => highs.solve(program, interrupt));
  if (chosen === null || (isWhole && sumOf(chosen) < sumOf(best))) return answer;
  if (isAll) bound = sumOf(chosen);
  return found(chosen);
}

/** The best swap out of few lineups, by a binary program with a column for each; null where there is none. */
function bestOf(
  restricted: RestrictedMaster,
  lineups: readonly Column[],
  solve: (program: Program) => readonly number[] | null,
): readonly Column[] | null {
  const { program, broken } = programOf(restricted, lineups);
  for (let rows = program.rows; ; ) {
    const chosen = solve({ ...program, rows });
    const lacking = chosen === null ? [] : broken(chosen);
    if (chosen === null || lacking.length === 0) return chosen?.map((at) => lineups[at]!) ?? null;
    rows = [...rows, ...lacking];
  }
}

/** Whether an LP solution that keeps all rows is so near to the bound that rounding it may do. */
function isNearly({ objective, missing }: LpSolution, bound: bigint | null): boolean {
  if (bound === null || isAny(missing)) return false;
  return Number(bound) - POINT_UNITS * objective <= NEARLY * Math.abs(Number(bound));
}

/** Units of points over all entries. */
function sumOf(columns: readonly Column[]): bigint {
  return columns.reduce((sum, { weight, points }) => sum + BigInt(weight) * BigInt(points), 0n);
}

function keeps(plan: PortfolioPlan, columns: readonly Column[]): boolean {
  return keepsPlan(
    plan,
    columns.map(({ picks }) => picks),
    columns.map(({ weight }) => weight),
  );
}

/** Lineups by line: a line that can have its own lineup again has it. */
function assigned(
  { lines }: SwapPlan,
  kinds: readonly SwapLines[],
  columns: readonly Column[],
): readonly (readonly number[])[] {
  const picks = new Array<readonly number[]>(lines.length);
  for (const [kind, own] of kinds.entries()) {
    const left = columns.filter((one) => one.kind === kind);
    for (const line of own.lines) {
      const at = left.findIndex((one) => one.picks.join() === lines[line]!.current.join());
      if (at !== -1) picks[line] = left.splice(at, 1)[0]!.picks;
    }
    for (const line of own.lines) picks[line] ??= left.shift()!.picks;
  }
  return picks;
}
