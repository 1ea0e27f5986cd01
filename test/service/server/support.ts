import { onTestFinished } from "vitest";
import type { SlateInputs } from "../../../src/files/slate-inputs.ts";
import { createOptimizer, type OptimizerOptions } from "../../../src/platform/node/optimizer.ts";
import { createApiKey } from "../../../src/service/server/authenticate.ts";
import {
  createOptimizerHandler,
  type OptimizerHandler,
  type OptimizerHandlerOptions,
} from "../../../src/service/server/handler.ts";
import type { SocketLimits } from "../../../src/service/server/node/server.ts";
import { startServer } from "../../../src/service/server/node/server.ts";
import type { ProjectionSource } from "../../../src/service/server/projections.ts";
import { documentProjections } from "../../../src/service/server/projections.ts";
import { AbortedError, type ErrorObject } from "../../../src/shared/errors.ts";
import type { FantasyLineupDocument } from "../../../src/shared/schema/lineups.ts";
import { smallInputs } from "../../support/inputs.ts";

/** The football slate of these tests. */
export const INPUTS: SlateInputs = smallInputs("american-football.draftkings.classic");
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

export interface TestHandlerOptions extends Partial<Omit<OptimizerHandlerOptions, "optimizer" | "keys">> {
  readonly optimizer?: OptimizerOptions;
}

export interface TestHandler {
  readonly handler: OptimizerHandler;
  /** An API key the handler knows. */
  readonly key: string;
}

/** A handler over the slate's projections, whose optimizer is closed when the test has finished. */
export async function testHandler({ optimizer, ...options }: TestHandlerOptions = {}): Promise<TestHandler> {
  const own = await createOptimizer({ threads: 0, ...optimizer });
  onTestFinished(() => own.close());
  const { key, hash } = createApiKey();
  const projections = options.projections ?? documentProjections(INPUTS.projections);
  const keys = options.authenticate === undefined ? [hash] : undefined;
  return { handler: createOptimizerHandler({ ...options, projections, optimizer: own, keys }), key };
}

export interface TestServer extends TestHandler {
  readonly url: string;
  close(grace: number): Promise<void>;
}

/** The handler behind the server, on loopback. */
export async function testServer(
  options: TestHandlerOptions & { readonly sockets?: Partial<SocketLimits> } = {},
): Promise<TestServer> {
  const { sockets = {}, ...rest } = options;
  const { handler, key } = await testHandler(rest);
  const server = await startServer({ handler, host: "127.0.0.1", port: 0, limits: sockets });
  onTestFinished(() => server.close(0));
  return { handler, key, url: server.address, close: (grace) => server.close(grace) };
}

/** The optimizer's path, with the key and further parameters in its query. */
export function pathOf(key: string, query = "", sport = INPUTS.sport): string {
  return `/${sport}/v2/fantasy/lineup-optimizer?api_key=${key}${query === "" ? "" : `&${query}`}`;
}

/** A request for lineups; `body` is text, or a value to send as JSON. */
export function asking(
  body: unknown = INPUTS.body,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return {
    method: "POST",
    headers: { ...JSON_TYPE, ...headers },
    body:
      typeof body === "string" || body instanceof Uint8Array
        ? (body as NonNullable<RequestInit["body"]>)
        : JSON.stringify(body),
  };
}

/** The possible members of an answer; a test fails if it reads a missing one. */
interface AnswerDocument {
  readonly errors: readonly ErrorObject[];
  readonly data: FantasyLineupDocument["data"];
  readonly included: NonNullable<FantasyLineupDocument["included"]>;
  readonly links: { readonly self: string };
  readonly meta: Readonly<Record<string, unknown>>;
}

/** An answer, read completely; `json` is empty without a body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: AnswerDocument;
}

export async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, json: (text.startsWith("{") ? JSON.parse(text) : {}) as AnswerDocument };
}

/** The source's projections, delayed until `open` is called; `asked` counts requests so far. */
export function heldProjections(source: ProjectionSource = documentProjections(INPUTS.projections)) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held = {
    asked: 0,
    open,
    source: {
      ...source,
      async projections(sport, games, control) {
        held.asked += 1;
        await abortable(opened, control.signal);
        return source.projections(sport, games, control);
      },
    } satisfies ProjectionSource as ProjectionSource,
  };
  return held;
}

function abortable(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new AbortedError(signal.reason)));
    work.then(resolve);
  });
}

/** Waits until a condition is true. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
}
