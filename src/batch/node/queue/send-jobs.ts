import type { Job } from "bullmq";
import { packageVersion } from "../../../service/server/version.ts";
import { withResolvers } from "../../../shared/clock.ts";
import * as z from "../../../shared/schema/zod.ts";
import { BatchError } from "../../batch-error.ts";
import { filesOf, type PreparedJob } from "../../job-request.ts";
import { deadly, encodeRow, readRow, type SolvedRow } from "../../row.ts";
import type { Executor, JobSettings, QueueAddress } from "../contract.ts";
import { openLink } from "./link.ts";
import { answerSchema, MISSING, messageOf, storeContent, storeFile, unpack } from "./messages.ts";

interface Flight {
  readonly job: PreparedJob;
  readonly answer: ReturnType<typeof withResolvers<SolvedRow | null>>;
  /** When the job was last sent or found in the queue, by `performance.now`. */
  touched: number;
  faults: number;
  /** A job whose workers died waits as a suspect until it can run alone. */
  role: "any" | "suspect" | "alone";
}

const CHECK_MS = 2_000;

/** Milliseconds since `Flight.touched` after which a job is looked up in the queue. */
const SILENCE_MS = 10_000;

/** Seconds for which the queue keeps answers to a batch that is away. */
const KEPT = { age: 86_400 };

/** How often workers try a job that fails for another reason than the job, and the pause in milliseconds. */
const JOB_OPTIONS = {
  ...{ attempts: 5, backoff: { type: "fixed", delay: 1_000 } },
  ...{ removeOnComplete: KEPT, removeOnFail: KEPT },
};

/** How often a job's files may be missing; then the batch stops. */
const MOST_FAULTS = 5;

export async function openQueueExecutor(
  address: QueueAddress,
  folder: string,
  settings: JobSettings,
): Promise<Executor> {
  const link = await openLink(address);
  const [queue, events, version] = [link.queue(), link.events(), packageVersion()];
  const flights = new Map<string, Flight>();
  let sent = new Map<string, Promise<unknown>>();
  let settled = storeContent(JSON.stringify(settings), link.redis);
  settled.catch(() => {});
  link.lost.catch((error) => {
    for (const { answer } of flights.values()) answer.reject(error);
  });

  async function send(id: string, flight: Flight): Promise<void> {
    flight.touched = performance.now();
    const { job } = flight;
    const stored = filesOf(job).map((file) => {
      const storing = sent.get(file.sha256) ?? storeFile(file, folder, link.redis);
      sent.set(file.sha256, storing);
      return storing;
    });
    await Promise.all(stored);
    const message = messageOf(job, { version, settings: await settled });
    await queue.add("job", message, { jobId: id, ...JOB_OPTIONS });
  }

  function forget(): void {
    sent = new Map();
    settled = storeContent(JSON.stringify(settings), link.redis);
    settled.catch(() => {});
  }

  /** Looks a job up in the queue: takes its answer, or sends it again if it failed or is gone. */
  async function look(id: string): Promise<void> {
    const flight = flights.get(id);
    if (flight === undefined) return;
    flight.touched = performance.now();
    const job = (await queue.getJob(id)) as Job | undefined;
    if (job === undefined) {
      forget();
      return send(id, flight);
    }
    if (job.finishedOn === undefined) return;
    const { head } = flight.job;
    const answer = job.failedReason ? null : await rowOf(job.returnvalue, flight.job).catch(() => null);
    await queue.remove(id);
    if (answer !== null) return flight.answer.resolve(answer);
    const reason = job.failedReason || "the answer is not the job's row";
    if (/stalled/.test(reason)) {
      if (flight.role === "alone") return flight.answer.resolve(encodeRow(head, deadly()));
      flight.role = "suspect";
      return runSuspect();
    }
    flight.faults += 1;
    if (reason === MISSING && flight.faults <= MOST_FAULTS) {
      forget();
      return send(id, flight);
    }
    flight.answer.reject(
      new BatchError(
        "batch-workers",
        `Workers failed at the job "${head.id}": ${reason}. Check the workers, then run the same command to continue.`,
      ),
    );
  }

  /** Runs a suspect once no other job is in the queue: if its workers die again, it is to blame. */
  function runSuspect(): void {
    const all = [...flights];
    const [first] = all;
    if (first === undefined || !all.every(([, { role }]) => role === "suspect")) return;
    first[1].role = "alone";
    send(...first).catch(first[1].answer.reject);
  }

  /** Whatever goes wrong here, the job is looked up again later. */
  const see = (id: string) => void look(id).catch(() => {});
  events.on("completed", ({ jobId }) => see(jobId));
  events.on("failed", ({ jobId }) => see(jobId));
  const looking = setInterval(() => {
    for (const [id, { role, touched }] of flights)
      if (role !== "suspect" && performance.now() - touched > SILENCE_MS) see(id);
  }, CHECK_MS);

  return {
    async solve(job) {
      const id = `${job.head.inputs}-${job.head.line}`;
      const flight: Flight = { job, answer: withResolvers(), touched: 0, faults: 0, role: "any" };
      flights.set(id, flight);
      try {
        send(id, flight).catch(flight.answer.reject);
        return await flight.answer.promise;
      } finally {
        flights.delete(id);
        runSuspect();
      }
    },
    stop() {
      for (const { answer } of flights.values()) answer.resolve(null);
    },
    async close() {
      clearInterval(looking);
      flights.clear();
      await Promise.race([Promise.all([queue.close(), events.close()]), link.lost.catch(() => {})]);
      link.close();
    },
  };
}

async function rowOf(answer: unknown, { head }: PreparedJob): Promise<SolvedRow> {
  const row = (await unpack(Buffer.from(z.parse(answerSchema, answer), "base64"))).toString("utf8");
  const found = readRow(row);
  if (found?.id !== head.id || found.line !== head.line || found.inputs !== head.inputs)
    throw new Error("another job's row");
  return { row, state: found.state };
}
