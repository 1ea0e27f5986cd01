/** The engine: a worker with the whole library, which answers the page's calls. */
import { createOptimizer, type Optimizer } from "dfs-lineups/browser";
import { addressOf, startWorker } from "../address.ts";
import type { CallName, Calls, FromEngine, ToEngine } from "./calls.ts";
import { failureOf } from "./failure.ts";
import { costs, openSlate, solve } from "./live.ts";
import type { GivenFile, Running } from "./messages.ts";
import { NoSlateError, type OwnContest, opened, ownContest, type Session } from "./session.ts";

/** The most solver workers for long work, such as simulations. */
const MOST_THREADS = 4;

let tables: readonly OwnContest[] = [];

/** Idle milliseconds after which the solver workers of edits and of long work end, to free their memory. */
const IDLE_MS = { live: 60_000, long: 5000 };

/** A solver worker that started with the engine, so that the first lineups do not wait for its scripts. */
let ready: Worker | null = startWorker("solver.js");
ready.addEventListener("error", () => {
  // No optimizer uses this worker yet. The first one will start another, and report the error of that one.
  ready = null;
});

function solverWorker(): Worker {
  const worker = ready ?? startWorker("solver.js");
  ready = null;
  return worker;
}

/**
 * Creates the optimizer for edits (`live`) or for long work. There are two, so that no edit waits for a
 * simulation. HiGHS is compiled once for both.
 */
function create(kind: keyof typeof IDLE_MS, threads = 1): Promise<Optimizer> {
  return createOptimizer({
    rules: tables.map(({ table }) => table),
    worker: solverWorker,
    highs: addressOf("highs.wasm.gzip"),
    threads,
    idle: IDLE_MS[kind],
  });
}

let live = create("live");
let long: Promise<Optimizer> | undefined;

/**
 * Does long work, such as a simulation, with an optimizer that is created at the first call and then reused.
 */
async function withLong<Answer>(work: (optimizer: Optimizer) => Promise<Answer>): Promise<Answer> {
  long ??= create("long", Math.min(MOST_THREADS, Math.max(1, navigator.hardwareConcurrency - 1)));
  return work(await long);
}

let session: Session | null = null;

/** Replaces the user's own contests. @throws InvalidTableError for an invalid table; then nothing changes. */
async function useContests(next: readonly OwnContest[]): Promise<void> {
  const before = { tables, live };
  tables = next;
  live = create("live");
  try {
    await live;
  } catch (error) {
    ({ tables, live } = before);
    throw error;
  }
  const ending = [before.live, long];
  long = undefined;
  for (const optimizer of ending) await (await optimizer)?.close();
}

let opening: Promise<unknown> = Promise.resolve();

async function open({ before, given, aliases }: Calls["open"]["input"]): Promise<Calls["open"]["output"]> {
  const files = [...before, ...given];
  const contests = new Map(files.map((file) => [file, ownContest(file)]));
  const isOther = (file: GivenFile) => contests.get(file) === null;
  const own = new Map(files.flatMap((file) => (isOther(file) ? [] : [[file.name, file] as const])));
  const next = [...own.values()].map((file) => contests.get(file)!);
  if (!files.some(isOther)) throw new NoSlateError(files[0]?.name, "contest", false);
  if (JSON.stringify(next) !== JSON.stringify(tables)) await useContests(next);
  const { catalog } = await live;
  const found = await opened(before.filter(isOther), given.filter(isOther), { aliases, tables, catalog });
  session = found.session;
  return { ...found.answer, used: [...found.used, ...own.values()].map((file) => files.indexOf(file)) };
}

type Handlers = {
  readonly [Name in CallName]: (
    input: Calls[Name]["input"],
    running: Running<Calls[Name]["progress"]>,
  ) => Calls[Name]["output"] | Promise<Calls[Name]["output"]>;
};

const HANDLERS: Handlers = {
  open(input) {
    opening = opening.then(() => open(input));
    const answer = opening as Promise<Calls["open"]["output"]>;
    opening = answer.catch(() => {});
    return answer;
  },
  solve: async (input, running) => solve(await live, session!, input, running),
  async report({ edit, lineups }) {
    const { packedReport } = await import("dfs-lineups/report");
    const { slate, placeOf, inputs } = await openSlate(await live, session!, edit);
    const entries = Int32Array.from(lineups.entries, (player) => placeOf.get(player)!);
    return packedReport(
      { ...lineups, entries },
      {
        ...{ contest: session!.contest, entries: slate.entries, seats: slate.seats, body: inputs.body },
        resources: inputs.projections.included ?? [],
      },
    );
  },
  csv: async ({ entries }) => (await import("./downloads.ts")).uploads(session!, entries),
  costs: (input, running) => withLong((optimizer) => costs(optimizer, session!, input, running)),
  simulate: (input, running) =>
    withLong(async (optimizer) => (await import("./long.ts")).simulate(optimizer, session!, input, running)),
  ownership: (input, running) =>
    withLong(async (optimizer) => (await import("./long.ts")).ownership(optimizer, session!, input, running)),
  contest: (input, running) =>
    withLong(async (optimizer) => (await import("./long.ts")).contest(optimizer, session!, input, running)),
  choose: (input, running) =>
    withLong(async (optimizer) => (await import("./long.ts")).choose(optimizer, session!, input, running)),
  after: (input, running) =>
    withLong(async (optimizer) => (await import("./long.ts")).after(optimizer, session!, input, running)),
  payouts: async (input) => (await import("./long.ts")).payouts(input),
  fill: async ({ entries, skipped }) => (await import("./downloads.ts")).filled(session!, entries, skipped),
  plan: async (input) => (await import("./build.ts")).plan(session!, input),
  build: (input, running) =>
    withLong(async (optimizer) => (await import("./build.ts")).build(optimizer, session!, input, running)),
  swap: (input, running) =>
    withLong(async (optimizer) => (await import("./swap.ts")).swap(optimizer, session!, input, running)),
  readRules: async (input) => (await import("./rules.ts")).readRules(session!, input),
  writeRules: async ({ portfolio, text }) => (await import("./rules.ts")).writeRules(portfolio, text),
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
