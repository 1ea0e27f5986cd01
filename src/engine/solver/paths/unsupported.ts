import { UnsupportedModelError } from "../../../shared/errors.ts";
import type { PathLimits } from "./limits.ts";

/** What the path engine says of a model that it cannot solve, or not in time. */
export function unsupported(why: string): UnsupportedModelError {
  return new UnsupportedModelError("paths", why);
}

/** What it says where something refuses more lineups than it takes. */
export function refusedTooOften(
  what: string,
  { refusals }: Pick<PathLimits, "refusals">,
): UnsupportedModelError {
  return unsupported(`${what} refuse nearly every lineup (${refusals} in vain)`);
}
