import { createRequire } from "node:module";
import type { Processor, Queue, QueueEvents, Worker, WorkerOptions } from "bullmq";
import type { Redis } from "ioredis";
import { withResolvers } from "../../../shared/clock.ts";
import { type InvalidRequestError, invalidRequest } from "../../../shared/errors.ts";
import { BatchError } from "../../row.ts";

export interface QueueAddress {
  readonly url: string;
  /** The batch stops if the queue's server does not answer for this many milliseconds. */
  readonly patience: number;
}

/** Loads a CommonJS package in half the time of `import`, which first scans each file for its exports. */
const required: NodeJS.Require = createRequire(import.meta.url);

/** The message does not quote the address, as it may contain a password. @throws InvalidRequestError */
export function checkAddress(url: string): void {
  if (/^rediss?:\/\//.test(url)) return;
  const refused = /^postgres(ql)?:/.test(url) ? "no longer takes PostgreSQL; it " : "";
  throw queueRefusal(`${refused}takes the address of a Redis server: redis://HOST.`);
}

function queueRefusal(reason: string): InvalidRequestError {
  return invalidRequest("invalid-option", "--queue", `--queue ${reason}`);
}

/** The prefix of every key; the braces keep all keys on one server of a cluster. */
export const PREFIX = "{dfs-lineups}";

const PATIENT = { maxRetriesPerRequest: null, retryStrategy: () => 500 };

const CHECK_MS = 1_000;

const STALLED_MS = 2_000;

/** A job fails in the queue when more workers than this have died during it. */
const MOST_STALLS = 1;

/** The most events that the server keeps for a reader that is behind. */
const MOST_EVENTS = 2_000;

export function connect(url: string): Redis {
  const { Redis } = required("ioredis") as typeof import("ioredis");
  return quiet(new Redis(url, { ...PATIENT, connectTimeout: 5_000 }));
}

/** Ignores a client's errors: it reconnects by itself, and the link reports a long absence. */
function quiet<Client extends { on(event: "error", listener: () => void): unknown }>(client: Client): Client {
  client.on("error", () => {});
  return client;
}

/** @throws InvalidRequestError for a wrong address or missing packages; BatchError */
export async function openLink({ url, patience }: QueueAddress) {
  checkAddress(url);
  let bullmq: typeof import("bullmq");
  try {
    required("ioredis");
    bullmq = required("bullmq") as typeof import("bullmq");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    throw queueRefusal("needs the packages bullmq and ioredis. Run: npm install bullmq ioredis");
  }
  const redis = connect(url);
  const gone = withResolvers<never>();
  gone.promise.catch(() => {});
  // Counted in checks: while this process is suspended, the server's silence does not count.
  let unanswered = 0;
  const beat = setInterval(() => {
    unanswered += 1;
    const detail = `The queue's server has not answered for ${patience / 1000} s. Everything written is safe; once the server is back, run the same command to continue.`;
    if (unanswered * CHECK_MS > patience) gone.reject(new BatchError("batch-queue", detail));
    const answered = () => (unanswered = 0);
    redis.exists("beat").then(answered, () => {});
  }, CHECK_MS);
  const close = () => {
    clearInterval(beat);
    redis.disconnect();
  };
  try {
    await Promise.race([refuseEviction(redis), gone.promise]);
  } catch (error) {
    close();
    throw error;
  }
  const common = { connection: { url, ...PATIENT }, prefix: PREFIX };
  const streams = { events: { maxLen: MOST_EVENTS } };
  return {
    redis,
    queue: (): Queue => quiet(new bullmq.Queue("jobs", { ...common, skipWaitingForReady: true, streams })),
    events: (): QueueEvents => quiet(new bullmq.QueueEvents("jobs", common)),
    worker: (processor: Processor, options: Pick<WorkerOptions, "concurrency" | "lockDuration">): Worker =>
      quiet(
        new bullmq.Worker("jobs", processor, {
          ...{ ...options, ...common, drainDelay: 1 },
          ...{ stalledInterval: STALLED_MS, maxStalledCount: MOST_STALLS },
        }),
      ),
    /** Rejects when the server has not answered for too long; never resolves. */
    lost: gone.promise,
    close,
  };
}

async function refuseEviction(redis: Redis): Promise<void> {
  // Hosted servers may not answer this.
  const answer = await redis.config("GET", "maxmemory-policy").catch(() => []);
  const policy = (answer as string[])[1];
  if (policy === undefined || policy === "noeviction") return;
  throw new BatchError(
    "batch-queue",
    `The Redis server would delete jobs when its memory is full: its maxmemory-policy is ${policy}. Set that to noeviction.`,
  );
}
