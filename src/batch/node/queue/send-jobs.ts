import type { Job } from "bullmq";
import { packageVersion } from "../../../service/server/version.ts";
import { withResolvers } from "../../../shared/clock.ts";
import * as z from "../../../shared/schema/zod.ts";
import { BatchError } from "../../batch-error.ts";
import { filesOf } from "../../job-request.ts";
import { deadly, encodeRow, headOf, type SolvedRow } from "../../row.ts";
import type { Executor, JobSettings, QueueAddress } from "../contract.ts";
import { rowDigest } from "../inputs.ts";
import type { PreparedJob } from "../manifest.ts";
import { openLink } from "./link.ts";
import { answerSchema, FileSender, MISSING, messageOf, unpack } from "./messages.ts";

interface Flight {
  readonly job: PreparedJob;
  readonly answer: ReturnType<typeof withResolvers<SolvedRow | null>>;
  /** When the job was last sent or found in the queue, by `performance.now`. */
  touched: number;
  /** How often it was sent again because its files were missing. */
  faults: number;
  /** A job whose workers died waits as a suspect until it can run alone. */
  role: "any" | "suspect" | "alone";
}

/** Milliseconds between checks for jobs whose events were lost. */
const CHECK_MS = 2_000;

/** Milliseconds since `Flight.touched` after which a job is looked up in the queue. */
const SILENCE_MS = 10_000;

/** How often workers try a job that fails for another reason than the job, and the pause in milliseconds. */
const RETRIES = { attempts: 5, backoff: { type: "fixed", delay: 1_000 } };

/** How often a job's files may be missing; then the batch stops. */
const MOST_FAULTS = 5;

/** Seconds for which the queue keeps answers to a batch that is away. */
const KEPT_SECONDS = 86_400;

/** Seconds for which workers see the announcement of a batch. */
const ANNOUNCED_SECONDS = 60;

/**
 * Opens an executor that sends jobs to the queue's workers; file names are relative to `folder`.
 * @throws InvalidRequestError, BatchError
 */
export async function openQueueExecutor(
  { url, patience }: QueueAddress,
  folder: string,
  settings: JobSettings,
): Promise<Executor> {
  const link = await openLink(url, patience, packageVersion());
  const [queue, events, files] = [link.queue(), link.events(), new FileSender(link.redis)];
  const flights = new Map<string, Flight>();
  link.lost.catch((error) => {
    for (const { answer } of flights.values()) answer.reject(error);
  });

  async function send(id: string, flight: Flight): Promise<void> {
    flight.touched = performance.now();
    await files.send(filesOf(flight.job), folder);
    const message = messageOf(flight.job, await files.sendText(JSON.stringify(settings)));
    const kept = { age: KEPT_SECONDS };
    await queue.add("job", message, { jobId: id, ...RETRIES, removeOnComplete: kept, removeOnFail: kept });
  }

  /** Accepts a worker's answer, if it is the row of this job. */
  async function land(id: string, answer: unknown): Promise<void> {
    const flight = flights.get(id);
    if (flight === undefined) return;
    const { head } = flight.job;
    const row = (await unpack(Buffer.from(z.parse(answerSchema, answer), "base64"))).toString("utf8");
    const found = headOf(row, rowDigest);
    if (found?.id !== head.id || found.line !== head.line || found.inputs !== head.inputs)
      throw new Error("another job's row");
    flight.answer.resolve({ row, state: found.state });
    await queue.remove(id);
  }

  async function fail(id: string, reason: string): Promise<void> {
    const flight = flights.get(id);
    if (flight === undefined) return;
    await queue.remove(id);
    const { job, answer } = flight;
    if (/stalled/.test(reason)) {
      if (flight.role === "alone") return answer.resolve(encodeRow(job.head, deadly(), rowDigest));
      flight.role = "suspect";
      return runSuspect();
    }
    flight.faults += 1;
    if (reason === MISSING && flight.faults <= MOST_FAULTS) {
      files.forget();
      return send(id, flight);
    }
    answer.reject(
      new BatchError(
        "batch-workers",
        `Workers failed at the job "${job.head.id}": ${reason}. Check the workers, then run the same command to continue.`,
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
  const unless = (work: Promise<void>) => void work.catch(() => {});
  events.on("completed", ({ jobId, returnvalue }) => unless(land(jobId, returnvalue)));
  events.on("failed", ({ jobId, failedReason }) => unless(fail(jobId, failedReason)));

  async function look(id: string, flight: Flight): Promise<void> {
    flight.touched = performance.now();
    const job = (await queue.getJob(id)) as Job | undefined;
    if (job === undefined) {
      files.forget();
      await send(id, flight);
    } else if (job.finishedOn === undefined) return;
    else if (job.failedReason) await fail(id, job.failedReason);
    else await land(id, job.returnvalue).catch(() => fail(id, "the answer is not the job's row"));
  }
  const announced = setInterval(
    () => void link.announce(ANNOUNCED_SECONDS).catch(() => {}),
    (ANNOUNCED_SECONDS / 4) * 1_000,
  );
  const looking = setInterval(() => {
    for (const [id, flight] of flights)
      if (flight.role !== "suspect" && performance.now() - flight.touched > SILENCE_MS)
        unless(look(id, flight));
  }, CHECK_MS);
  await Promise.race([link.announce(ANNOUNCED_SECONDS), link.lost]);

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
      clearInterval(announced);
      clearInterval(looking);
      flights.clear();
      await Promise.race([Promise.all([queue.close(), events.close()]), link.lost.catch(() => {})]);
      await link.close();
    },
  };
}
