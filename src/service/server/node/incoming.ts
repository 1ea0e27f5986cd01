import type { IncomingMessage, ServerResponse } from "node:http";
import type { Incoming } from "../exchange.ts";
import { inviteBody } from "./expect-continue.ts";

/** A request of Node's HTTP server as the handler reads it. */
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
      return readBody(request, limit);
    },
  };
}

/**
 * HTTP/0.9 has no headers, so that its sender could not read an answer. A request for two hosts, or for none, is one
 * that another server on the way may take for something else.
 */
function faultOf({ rawHeaders, httpVersion }: IncomingMessage): string | null {
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    return `This is HTTP/${httpVersion}. Send HTTP/1.1 or 1.0.`;
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
  if (hosts > 1) return `There are ${hosts} Host headers. Send one.`;
  return hosts === 0 && httpVersion === "1.1" ? "There is no Host header. Send one." : null;
}

/** Path and query: what a proxy is asked for, `http://host/path`, is for this server too. */
function targetOf(url: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  return url.length > origin.length ? url.slice(origin.length) : "/";
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
}

/** Reads to the end, or to the first chunk beyond `limit`: then null, and the rest stays unread. */
function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (act: () => void) => {
      request.off("data", take).off("end", end).off("error", fail).off("close", leave);
      act();
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else settle(() => resolve(null));
    };
    const end = () => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    const fail = (error: Error) => settle(() => reject(error));
    const leave = () => fail(new Error("The connection closed before the body had arrived."));
    request.on("data", take).on("end", end).on("error", fail).on("close", leave);
  });
}
