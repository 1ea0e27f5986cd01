import type { Incoming, Outgoing } from "./exchange.ts";

/** Statuses whose answers have no body. */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

type WebBody = ConstructorParameters<typeof Response>[0];

/** A Web `Request` as the handler reads it. */
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

/** The handler's answer as a Web `Response`. `connection` is the server's own business, so it is left out. */
export function responseOf({ status, headers, body }: Outgoing, method: string): Response {
  const { connection: _, ...kept } = headers;
  const isEmpty = method === "HEAD" || WITHOUT_BODY.has(status);
  return new Response(isEmpty ? null : (body as WebBody), { status, headers: kept });
}

/** Reads a stream to its end, or gives up and cancels it when it is longer than `limit` bytes. */
async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | null> {
  if (stream === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
