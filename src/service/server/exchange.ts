/** A request as the handler reads it, independent of the server or framework that received it. */
export interface Incoming {
  readonly method: string;
  /** The path and the query, as on the request line. */
  readonly target: string;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Why the request must be refused although it could be parsed; null for a valid request. */
  readonly fault: string | null;
  /** A header's value by its name in lower case; null if absent. */
  header(name: string): string | null;
  /** The body, at most `limit` bytes of it; null if there is more. Called at most once. */
  body(limit: number): Promise<Uint8Array | null>;
}

/** An answer; `body` is complete, since nothing is streamed. */
export interface Outgoing {
  readonly status: number;
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or its UTF-8 bytes for a body that is sent repeatedly. */
  readonly body: string | Uint8Array;
}

export const JSON_API = "application/vnd.api+json";

export type TextOutgoing = Outgoing & { readonly body: string };

export function jsonApi(
  status: number,
  document: unknown,
  headers: Readonly<Record<string, string>> = {},
): TextOutgoing {
  return jsonApiText(status, JSON.stringify(document), headers);
}

export function jsonApiText(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): TextOutgoing {
  return { status, headers: { "content-type": JSON_API, ...NO_STORE, ...headers }, body };
}

/** Headers of JSON:API answers. No cache may store them, because they belong to the caller. */
const NO_STORE = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
