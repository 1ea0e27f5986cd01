import { LineupError } from "../shared/errors.ts";

/** What was asked for cannot be had in full, and `--strict` takes nothing less. */
export class RefusedError extends LineupError {
  override readonly name = "RefusedError";

  constructor(detail: string) {
    super(detail, { code: "refused", kind: "infeasible", status: 422, title: "Refused" });
  }
}
