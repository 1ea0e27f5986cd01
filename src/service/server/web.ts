import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { readStream } from "../read-stream.ts";
import type { Incoming, Outgoing } from "./exchange.ts";
import { acceptsCoding } from "./request/media-type.ts";

export const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 304]);

type WebBody = ConstructorParameters<typeof Response>[0];

/** Converts a Web `Request` to the form that the handler reads. */
export function incomingOf(request: Request): Incoming {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    signal: request.signal,
    fault: null,
    header: (name) => request.headers.get(name),
    body: (limit) => readStream(request.body, limit),
  };
}

/** The handler's answer as a Web `Response`; the server sets the header `connection` itself. */
export function responseOf({ status, headers, body }: Outgoing, method: string): Response {
  const { connection: _, ...kept } = headers;
  const isEmpty = method === "HEAD" || BODILESS_STATUSES.has(status);
  return new Response(isEmpty ? null : (body as WebBody), { status, headers: kept });
}

/** The smallest body, in bytes, that is worth compressing. */
const LEAST_COMPRESSED_BYTES = 1_400;

const compress = promisify(gzip);

/** The cached forms of a body that is sent repeatedly. */
interface ConstantBody {
  readonly etag: string;
  readonly compressed: Promise<Uint8Array>;
}

const constantBodies = new WeakMap<Uint8Array, ConstantBody>();

/**
 * Encodes an answer for sending: compressed if the caller accepts that, without its body if the caller
 * already has it. Bodies given as bytes never change, so they get an ETag and are compressed once.
 */
export async function encode(call: Incoming, answer: Outgoing): Promise<Outgoing> {
  const { body, status } = answer;
  if (body.length < LEAST_COMPRESSED_BYTES) return answer;
  const vary = [answer.headers["vary"], "accept-encoding"].filter(Boolean).join(", ");
  const constant = typeof body === "string" ? null : constantBodyOf(body);
  const headers = { ...answer.headers, vary, ...(constant && { etag: constant.etag }) };
  if (constant && status === 200 && hasAlready(call, constant.etag))
    return { status: 304, headers, body: "" };
  if (!acceptsCoding(call, "gzip")) return { ...answer, headers };
  const compressed = await (constant?.compressed ?? compress(body));
  return { status, headers: { ...headers, "content-encoding": "gzip" }, body: compressed };
}

function constantBodyOf(body: Uint8Array): ConstantBody {
  const known = constantBodies.get(body);
  if (known) return known;
  // A weak ETag: it also applies to the compressed bytes.
  const made = { etag: `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`, compressed: compress(body) };
  constantBodies.set(body, made);
  return made;
}

function hasAlready(call: Incoming, etag: string): boolean {
  if (call.method !== "GET" && call.method !== "HEAD") return false;
  const tags = (call.header("if-none-match") ?? "").split(",").map((tag) => tag.trim());
  return tags.includes("*") || tags.some((tag) => tag.replace(/^W\//, "") === etag.slice(2));
}
