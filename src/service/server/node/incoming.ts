import type { IncomingMessage, ServerResponse } from "node:http";
import { readStream } from "../../read-stream.ts";
import type { Incoming } from "../exchange.ts";

const invited = new WeakSet<IncomingMessage>();

/** Whether the client waits for permission to send its body (`Expect: 100-continue`) and has none yet. */
export function holdsBack(request: IncomingMessage): boolean {
  return /^100-continue$/i.test(request.headers.expect ?? "") && !request.complete && !invited.has(request);
}

/** Permits a waiting client to send its body. A request refused by its head alone never gets permission. */
function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (!holdsBack(request)) return;
  invited.add(request);
  response.writeContinue();
}

/** Converts a request of Node's HTTP server for the handler. */
export function incomingOf(request: IncomingMessage, response: ServerResponse): Incoming {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return {
    method: request.method ?? "",
    target: targetOf(request.url ?? ""),
    signal: gone.signal,
    fault: faultOf(request),
    header: (name) => headerOf(request, name),
    body: (limit) => {
      inviteBody(request, response);
      // The rest of a longer body is dropped after the answer, on the same connection.
      return readStream(request.iterator({ destroyOnReturn: false }), limit);
    },
  };
}

/**
 * Why a request is refused for its HTTP version or Host headers; null if it is not. HTTP/0.9 clients cannot
 * read an answer, and proxies may disagree on which of several Host headers counts.
 */
function faultOf({ rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return `This is HTTP/${httpVersion}. Send HTTP/1.1 or 1.0.`;
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
  if (hosts > 1) return `There are ${hosts} Host headers. Send one.`;
  return hosts === 0 && httpVersion === "1.1" ? "There is no Host header. Send one." : null;
}

/** The path and query of a request, which may have an absolute address, as sent to a proxy. */
function targetOf(url: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  return url.length > origin.length ? url.slice(origin.length) : "/";
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
}
