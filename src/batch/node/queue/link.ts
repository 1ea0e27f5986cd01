import { BatchError } from "../../batch-error.ts";
import { queueKind, queueRefusal } from "./address.ts";
import type { Backend, Link } from "./backend.ts";
import { openPostgres } from "./postgres-link.ts";
import { openRedis } from "./redis-link.ts";
import { required } from "./required.ts";

/** Milliseconds between looks whether the server answers. */
const BEAT = 1_000;

/** Looks that may wait for their answer: each by a connection of its own where the server has several. */
const LOOKS = 4;

const PACKAGES = { redis: ["bullmq", "ioredis"], postgres: ["bullmq", "pg"] } as const;

/**
 * Connects to a server of queues: `redis://`, `rediss://` or `postgres://`.
 * @throws InvalidRequestError for another address, or packages that are missing; BatchError where it does not answer
 */
export async function openLink(url: string, patience: number): Promise<Link> {
  const kind = queueKind(url);
  let backend: Backend;
  try {
    // Loaded first: how long that takes is not the server's fault.
    for (const name of PACKAGES[kind]) required(name);
    backend = await within(patience, (kind === "redis" ? openRedis : openPostgres)(url));
  } catch (error) {
    if (error instanceof BatchError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND")
      throw queueRefusal(
        `needs the packages ${PACKAGES[kind].join(" and ")}. Run: npm install ${PACKAGES[kind].join(" ")}`,
      );
    throw new BatchError("batch-queue", `The queue cannot be used: ${message}.`, error);
  }
  let silence = 0;
  let looks = 0;
  let beaten = performance.now();
  let refuse: (error: unknown) => void = () => {};
  const lost = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  lost.catch(() => {});
  const beat = setInterval(() => {
    // A process that was held up itself has not yet heard what came meanwhile: that is one beat, however long.
    silence += Math.min(performance.now() - beaten, 1.5 * BEAT);
    beaten = performance.now();
    if (silence > patience) refuse(silent(patience));
    if (looks === LOOKS) return;
    looks += 1;
    const answered = () => {
      silence = 0;
    };
    backend.values
      .has("beat")
      .then(answered, () => {})
      .finally(() => {
        looks -= 1;
      });
  }, BEAT);
  return {
    ...backend,
    lost,
    async close() {
      clearInterval(beat);
      await backend.close();
    },
  };
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent(milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function silent(milliseconds: number): BatchError {
  return new BatchError(
    "batch-queue",
    `The queue's server has not answered for ${milliseconds / 1000} s. Everything written is safe; once the server is back, the same command goes on.`,
  );
}
