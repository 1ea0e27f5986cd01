import { InvalidRequestError } from "../shared/errors.ts";

/** An error for conflicting options or an invalid value. */
export function usageError(option: string, reason: string): InvalidRequestError {
  return new InvalidRequestError([
    { code: "invalid-option", detail: `${option} ${reason}`, source: { parameter: option } },
  ]);
}

/** Refuses the first option that is set. @throws InvalidRequestError */
export function refuseGiven(options: Readonly<Record<string, unknown>>, reason: string): void {
  for (const [option, given] of Object.entries(options))
    if (given !== undefined) throw usageError(option, reason);
}
