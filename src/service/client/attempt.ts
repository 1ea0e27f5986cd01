import type { Clock } from "../../shared/clock.ts";
import { outlineOf } from "../../shared/json.ts";
import { readStream } from "../read-stream.ts";
import { abortable } from "./abort.ts";
import type { ParsedOptions } from "./options.ts";
import { type Redactor, redactError } from "./redactor.ts";
import type { ServiceFailure } from "./service-error.ts";

/** The deepest nesting of an answer; JSON.parse needs a second for megabytes of brackets. */
const MAXIMUM_DEPTH = 64;

export interface ServiceAnswer {
  /** The parsed body, from which the API key is removed. */
  readonly body: unknown;
  /**
   * When the service answered, in milliseconds since 1970: its `Date` header or this machine's clock, whichever
   * is earlier. An early time asks for more changes than needed, and takes a game for not begun; a late one
   * would miss changes, and take its projections for final.
   */
  readonly serviceTime: number;
}

interface FailedTryFields {
  readonly transient: boolean;
  readonly upstreamStatus?: number;
  readonly retryAfterMs?: number | null;
  readonly cause?: Error;
}

/** The error of one failed try; `transient` if another try may succeed. Never contains the API key. */
export class FailedTry extends Error {
  override readonly name = "FailedTry";
  readonly code: ServiceFailure;
  readonly fields: FailedTryFields;

  constructor(code: ServiceFailure, detail: string, fields: FailedTryFields) {
    super(detail, fields.cause && { cause: fields.cause });
    this.code = code;
    this.fields = fields;
  }
}

/** What a try needs from its client: options, and the removal of the API key. */
type TryParts = Pick<ParsedOptions, "fetch" | "clock" | "limits"> & { readonly redactor: Redactor };

/** A request to send: a POST with a JSON body if it has a body, else a GET. */
interface SentRequest {
  readonly url: string;
  readonly body: string | undefined;
}

/** Sends a request once. @throws FailedTry, or the signal's reason. */
export async function tryOnce(
  { url, body }: SentRequest,
  signal: AbortSignal,
  { fetch: fetchIt, redactor, clock, limits }: TryParts,
): Promise<ServiceAnswer> {
  const accept = { accept: "application/vnd.api+json" };
  const headers = body === undefined ? accept : { ...accept, "content-type": "application/json" };
  const posted = body !== undefined && { method: "POST", body };
  let text: string;
  let serviceTime: number;
  try {
    // A redirect may lead to another host, which must not receive the key.
    const response = await abortable(
      fetchIt(url, { ...posted, headers, redirect: "manual", signal }),
      signal,
    );
    if (response.status !== 200) throw await refusalOf(response, clock);
    const date = Date.parse(response.headers.get("date") ?? "");
    serviceTime = Number.isNaN(date) ? clock.now() : Math.min(date, clock.now());
    text = await abortable(readText(response, limits.answerBytes), signal);
  } catch (error) {
    if (error instanceof FailedTry || signal.aborted) throw error;
    const cause = redactError(error, redactor);
    const detail = `the connection failed: ${rootMessage(cause)}`;
    throw new FailedTry("upstream-unreachable", detail, { transient: true, cause });
  }
  try {
    if (outlineOf(text).depth > MAXIMUM_DEPTH) throw new SyntaxError("its brackets nest too deeply");
    return { body: redactor.json(JSON.parse(text)), serviceTime };
  } catch (error) {
    // A JSON parser's message quotes the text, so it is redacted.
    const cause = redactError(error, redactor);
    const fields = { transient: true, upstreamStatus: 200, cause };
    throw new FailedTry("upstream-invalid", "the answer is not JSON", fields);
  }
}

/**
 * Reads the body as text. Throws if it has more than `most` bytes after decompression, because a small answer
 * may expand without limit.
 */
async function readText({ body, status }: Response, most: number): Promise<string> {
  const bytes = await readStream(body, most);
  if (bytes !== null) return new TextDecoder().decode(bytes);
  const fields = { transient: false, upstreamStatus: status };
  throw new FailedTry("upstream-invalid", `the answer is larger than ${most} bytes`, fields);
}

async function refusalOf(response: Response, clock: Clock): Promise<FailedTry> {
  const { status } = response;
  // The body is dropped: it may quote the request. Unread, it would keep its socket open.
  await response.body?.cancel().catch(() => {});
  const transient = status === 429 || status === 408 || status >= 500;
  return new FailedTry(
    "upstream-status",
    `the service answered with status ${status}${REMEDIES[status] ?? ""}`,
    {
      transient,
      upstreamStatus: status,
      retryAfterMs: transient ? retryAfterMs(response.headers.get("retry-after"), clock) : null,
    },
  );
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: "; check the API key",
  403: "; check the API key and what its account may read",
  404: "; check the address, the sport and what is asked for",
  429: "; the key exceeds its rate limit, here or elsewhere",
};

/** `Retry-After` in milliseconds, from seconds or a date; null if missing or unreadable. */
function retryAfterMs(header: string | null, clock: Clock): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - clock.now());
}

function rootMessage(error: Error): string {
  let root = error;
  while (root.cause instanceof Error) root = root.cause;
  return root.message === "" ? ("code" in root ? String(root.code) : root.name) : root.message;
}
