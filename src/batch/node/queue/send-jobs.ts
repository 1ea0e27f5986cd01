import type { Job } from "bullmq";
import { packageVersion } from "../../../service/server/version.ts";
import { withResolvers } from "../../../shared/clock.ts";
import { InvalidFileError } from "../../../shared/errors.ts";
import * as z from "../../../shared/schema/zod.ts";
import { filesOf, type InputFile, type PreparedJob } from "../../job-request.ts";
import {
  BatchError,
  deadly,
  encodeRow,
  outcomeOf,
  type RowHead,
  readRow,
  type SolvedRow,
} from "../../row.ts";
import type { Executor } from "../job-threads.ts";
import { openLink, type QueueAddress } from "./link.ts";
import { answerSchema, type JobSettings, MISSING, messageOf, storeFile, unpack } from "./messages.ts";

interface Flight {
  readonly job: PreparedJob;
  readonly answer: ReturnType<typeof withResolvers<SolvedRow | null>>;
  /** When the job was last sent or found in the queue, by `performance.now`. */
  touched: number;
  /** A job whose workers died waits as a suspect until it can run alone. */
  role: "any" | "suspect" | "alone";
  lostInputs: number;
}

const CHECK_MS = 2_000;

/** A queue that loses a job's inputs more often has too little memory. */
const MOST_LOST_INPUTS = 5;

/** Milliseconds since `Flight.touched` after which a job is looked up in the queue. */
const SILENCE_MS = 10_000;

/** Times in seconds for answers to a batch that is away, in milliseconds between tries. */
const JOB_OPTIONS = {
  attempts: 5,
  backoff: { type: "fixed", delay: 1_000 },
  removeOnComplete: { age: 86_400 },
  removeOnFail: { age: 86_400 },
};

export async function openQueueExecutor(
  address: QueueAddress,
  folder: string,
  settings: JobSettings,
): Promise<Executor> {
  const link = await openLink(address);
  const [queue, events, version] = [link.queue(), link.events(), packageVersion()];
  const flights = new Map<string, Flight>();
  const storing = new Map<string, Promise<void>>();
  link.lost.catch((error) => {
    for (const { answer } of flights.values()) answer.reject(error);
  });

  function store(file: InputFile): Promise<void> {
    const { sha256 } = file;
    const stored =
      storing.get(sha256) ?? storeFile(file, folder, link.redis).finally(() => storing.delete(sha256));
    storing.set(sha256, stored);
    return stored;
  }

  async function send(id: string, flight: Flight): Promise<void> {
    flight.touched = performance.now();
    const { job, answer } = flight;
    try {
      await Promise.all(filesOf(job).map(store));
      await queue.add("job", messageOf(job, { version, settings }), { jobId: id, ...JOB_OPTIONS });
    } catch (error) {
      // A file that has changed meanwhile fails the job, as it does without a queue.
      if (error instanceof InvalidFileError) answer.resolve(encodeRow(job.head, outcomeOf(error)));
      else answer.reject(error);
    }
  }

  /** Looks a job up in the queue: takes its answer, or sends it again if it failed or is gone. */
  async function look(id: string): Promise<void> {
    const flight = flights.get(id);
    if (flight === undefined) return;
    flight.touched = performance.now();
    const job = (await queue.getJob(id)) as Job | undefined;
    if (job === undefined) return send(id, flight);
    if (job.finishedOn === undefined) return;
    const { head } = flight.job;
    const answer = job.failedReason ? null : await rowOf(job.returnvalue, head).catch(() => null);
    await queue.remove(id);
    if (answer !== null) return flight.answer.resolve(answer);
    const reason = job.failedReason || "the answer is not the job's row";
    if (reason === MISSING && ++flight.lostInputs <= MOST_LOST_INPUTS) return send(id, flight);
    if (!/stalled/.test(reason)) {
      const detail = `Workers failed at the job "${head.id}": ${reason}. Check the workers, then run the same command to continue.`;
      return flight.answer.reject(new BatchError("batch-workers", detail));
    }
    if (flight.role === "alone") return flight.answer.resolve(encodeRow(head, deadly()));
    flight.role = "suspect";
    runSuspect();
  }

  /** Runs a suspect once no other job is in the queue: if its workers die again, it is to blame. */
  function runSuspect(): void {
    const [first, ...others] = flights;
    if (first === undefined || [first, ...others].some(([, { role }]) => role !== "suspect")) return;
    first[1].role = "alone";
    void send(...first);
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
      const flight: Flight = { job, answer: withResolvers(), touched: 0, role: "any", lostInputs: 0 };
      flights.set(id, flight);
      void send(id, flight);
      return flight.answer.promise.finally(() => {
        flights.delete(id);
        runSuspect();
      });
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

async function rowOf(answer: unknown, { id, line, inputs }: RowHead): Promise<SolvedRow> {
  const row = (await unpack(Buffer.from(z.parse(answerSchema, answer), "base64"))).toString("utf8");
  const found = readRow(row);
  if (found?.id !== id || found.line !== line || found.inputs !== inputs)
    throw new Error("another job's row");
  return { row, state: found.state };
}
