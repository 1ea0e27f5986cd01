import type { SolverName } from "../../engine/solver/registry.ts";
import type { Optimizer } from "../../optimizer/optimizer.ts";
import { createOptimizer } from "../../platform/node/optimizer.ts";
import { LineupError } from "../../shared/errors.ts";
import type { Places } from "../errors.ts";
import { note } from "../output.ts";

/** A command's options for its optimizer. */
export interface SolvingOptions {
  readonly solver?: SolverName | "auto";
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly rules: readonly string[];
  readonly scoring: readonly string[];
  readonly outcomes?: readonly string[];
  readonly secondOpinion?: SolverName;
}

/** Creates the optimizer for a command's options. */
export function optimizerOf({
  solver,
  threads,
  timeLimit,
  rules,
  scoring,
  outcomes,
  secondOpinion,
}: SolvingOptions): Promise<Optimizer> {
  return createOptimizer({
    solver,
    rules,
    scoring,
    outcomes,
    secondOpinion,
    ...(threads !== undefined && { threads }),
    ...(timeLimit !== undefined && { timeLimit: timeLimit * 1000 }),
  });
}

/** The maximum number of players that a note names. */
const NAMED = 8;

/** GUIDs of players left out, by reason. */
interface LeftOut {
  readonly withoutProjection?: readonly string[] | undefined;
  readonly withoutSlot?: readonly string[] | undefined;
  readonly unavailable?: readonly string[] | undefined;
}

/** Prints the players left out of the pool, with the reasons. */
export function noteLeftOut(
  { withoutProjection = [], withoutSlot = [], unavailable = [] }: LeftOut,
  { labelOf }: Pick<Places, "labelOf">,
): void {
  const reasons = [
    { guids: withoutProjection, why: "for want of a projection" },
    { guids: withoutSlot, why: "because no slot takes their position" },
    { guids: unavailable, why: "because they are injured, suspended or not active" },
  ];
  for (const { guids, why } of reasons) {
    if (guids.length === 0) continue;
    const names = guids.slice(0, NAMED).map((guid) => labelOf(guid) ?? guid);
    const more = guids.length > names.length ? `, and ${guids.length - names.length} more` : "";
    note(`left out ${guids.length} of the pool ${why}: ${names.join(", ")}${more}.`);
  }
}

/** Not all requested lineups exist, and `--strict` requires all. */
class RefusedError extends LineupError {
  override readonly name = "RefusedError";

  constructor(detail: string) {
    super(detail, { code: "refused", kind: "infeasible", status: 422, title: "Refused" });
  }
}

/** Prints a note if there are fewer lineups than requested. @throws RefusedError with `--strict` */
export function tellOfFewer(found: number, asked: number, strict = false): void {
  if (found >= asked) return;
  const fewer = `found ${found} of the ${asked} lineups asked for: there are no more that keep all rules.`;
  if (strict) throw new RefusedError(`${fewer} With --strict nothing is written.`);
  note(fewer);
}
