/** The engine: a worker with the whole library, which answers the page's calls. */
import { createOptimizer, type Optimizer } from "dfs-lineups/browser";
import { failureOf } from "./failure.ts";
import { solve } from "./live.ts";
import type { CallName, Calls, FromEngine, ToEngine } from "./messages.ts";
import { inputsOf, opened, type Session } from "./session.ts";

const SOLVER = new URL("solver.js", import.meta.url);

/** The most solver workers of long work. */
const MOST_THREADS = 4;

/** Two optimizers, so that no edit waits behind a simulation. HiGHS is compiled once for both. */
function create(threads: number): Promise<Optimizer> {
  return createOptimizer({
    worker: () => new Worker(SOLVER, { type: "module" }),
    highs: new URL("highs.wasm", import.meta.url),
    threads,
  });
}

const live = create(1);
let long: Promise<Optimizer> | undefined;
function longOptimizer(): Promise<Optimizer> {
  long ??= create(Math.min(MOST_THREADS, Math.max(1, navigator.hardwareConcurrency - 1)));
  return long;
}

let session: Session | null = null;

interface Running<Name extends CallName> {
  readonly signal: AbortSignal;
  readonly progress: (state: Calls[Name]["progress"]) => void;
  /** Whether what was found before the stop is wanted. */
  readonly isKept: () => boolean;
}

type Handlers = {
  readonly [Name in CallName]: (
    input: Calls[Name]["input"],
    running: Running<Name>,
  ) => Calls[Name]["output"] | Promise<Calls[Name]["output"]>;
};

const HANDLERS: Handlers = {
  async open({ files, aliases }) {
    const { session: next, answer } = await opened(files, session, (await live).catalog, aliases);
    session = next;
    return answer;
  },
  solve: async (input, running) => solve(await live, session!, input, running),
  async report({ edit, lineups }) {
    const { packedReport } = await import("dfs-lineups/report");
    const { slate, contest, placeOf } = session!;
    const inputs = inputsOf(session!, edit);
    const open = await (await live).openSlate(inputs);
    const at = new Int32Array(slate.entries.length);
    for (const [index, { uuid }] of open.entries.entries()) at[placeOf.get(uuid)!] = index;
    const entries = Int32Array.from(lineups.entries, (player) => at[player]!);
    return packedReport(
      { ...lineups, entries },
      {
        ...{ contest, entries: open.entries, seats: open.seats, body: inputs.body },
        resources: inputs.projections.included ?? [],
      },
    );
  },
  csv: async ({ entries }) => (await import("./downloads.ts")).uploads(session!, entries),
  costs: async ({ edit }, running) =>
    (await import("./long.ts")).costs(await longOptimizer(), session!, edit, running),
  simulate: async (input, running) =>
    (await import("./long.ts")).simulate(await longOptimizer(), session!, input, running),
  contest: async (input, running) =>
    (await import("./long.ts")).contest(await longOptimizer(), session!, input, running),
  fill: async ({ entries, skipped }) => (await import("./downloads.ts")).filled(session!, entries, skipped),
  plan: async (input) => (await import("./build.ts")).plan(session!, input),
  build: async (input, running) =>
    (await import("./build.ts")).build(await longOptimizer(), session!, input, running),
  swap: async (input, { signal }) =>
    (await import("./swap.ts")).swap(await longOptimizer(), session!, input, signal),
  readRules: async (input) => (await import("./rules.ts")).readRules(session!, input),
  writeRules: async (input) => (await import("./rules.ts")).writeRules(input),
};

interface Stop {
  readonly controller: AbortController;
  how: "drop" | "keep";
}

const running = new Map<number, Stop>();

function send(message: FromEngine, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

/** The typed arrays of an answer, which the page gets without a copy. */
function buffersOf(output: unknown): Transferable[] {
  if (typeof output !== "object" || output === null) return [];
  return Object.values(output).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  );
}

self.addEventListener("message", async ({ data }: MessageEvent<ToEngine>) => {
  const { id } = data;
  if ("stop" in data) {
    const stop = running.get(id);
    if (stop) stop.how = data.stop;
    stop?.controller.abort();
    return;
  }
  const stop: Stop = { controller: new AbortController(), how: "drop" };
  running.set(id, stop);
  const { signal } = stop.controller;
  const progress = (state: unknown) => send({ id, progress: state });
  const handler = HANDLERS[data.call] as (input: unknown, running: unknown) => unknown;
  try {
    const output = await handler(data.input, { signal, progress, isKept: () => stop.how === "keep" });
    send({ id, output }, buffersOf(output));
  } catch (error) {
    send({ id, failed: failureOf(error, session) });
  } finally {
    running.delete(id);
  }
});
