import { InvalidRequestError } from "../../shared/errors.ts";

const PREFIX = /^(?:\/[\w.~-]+)*$/;

/**
 * The path before the handler's own paths, empty for none.
 * @throws InvalidRequestError for what is no such path
 */
export function pathPrefix(prefix: string): string {
  if (PREFIX.test(prefix)) return prefix;
  const detail = `The option prefix must be a path such as /dfs, without a slash at its end (got ${JSON.stringify(prefix)}).`;
  throw new InvalidRequestError([{ code: "invalid-option", detail, source: { pointer: "/prefix" } }]);
}
