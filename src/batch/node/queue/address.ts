import { InvalidRequestError } from "../../../shared/errors.ts";

/**
 * The kind of server that an address names: `redis://`, `rediss://` or `postgres://`.
 * @throws InvalidRequestError for another address; the error omits it because it may contain a password.
 */
export function queueKind(url: string): "redis" | "postgres" {
  if (/^rediss?:\/\//.test(url)) return "redis";
  if (/^postgres(ql)?:\/\//.test(url)) return "postgres";
  throw queueRefusal(
    "takes the address of a Redis or PostgreSQL server: redis://HOST or postgres://HOST/DATABASE.",
  );
}

export function queueRefusal(reason: string): InvalidRequestError {
  return new InvalidRequestError([
    { code: "invalid-option", detail: `--queue ${reason}`, source: { parameter: "--queue" } },
  ]);
}
