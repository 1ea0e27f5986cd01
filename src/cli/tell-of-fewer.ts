import { LineupError } from "../shared/errors.ts";
import { note } from "./output.ts";

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
