import { LineupError } from "../shared/errors.ts";
import { note } from "./output.ts";

/** What was asked for cannot be had in full, and `--strict` takes nothing less. */
class RefusedError extends LineupError {
  override readonly name = "RefusedError";

  constructor(detail: string) {
    super(detail, { code: "refused", kind: "infeasible", status: 422, title: "Refused" });
  }
}

/** Says if there are fewer lineups than asked for. @throws RefusedError where fewer will not do, by `--strict` */
export function tellOfFewer(found: number, asked: number, strict = false): void {
  if (found >= asked) return;
  const fewer = `found ${found} of the ${asked} lineups asked for: there are no more that keep all rules.`;
  if (strict) throw new RefusedError(`${fewer} With --strict nothing is written.`);
  note(fewer);
}
