import { UnsupportedModelError } from "../../../shared/errors.ts";

/** What the path engine says of a model that it cannot solve, or not in time. */
export function unsupported(why: string): UnsupportedModelError {
  return new UnsupportedModelError("paths", why);
}
