import { InvalidRequestError } from "../errors.ts";

/** Options that do not go together, or values of theirs that mean nothing. */
export function usageError(option: string, reason: string): InvalidRequestError {
  return new InvalidRequestError([
    { code: "invalid-option", detail: `${option} ${reason}`, source: { parameter: option } },
  ]);
}
