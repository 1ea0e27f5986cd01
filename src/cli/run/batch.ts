import { availableParallelism } from "node:os";
import type { BatchEnd, BatchOptions } from "../../batch/node/contract.ts";
import { queueKind } from "../../batch/node/queue/link.ts";
import { runBatch } from "../../batch/node/run-batch.ts";
import { counted, grouped } from "../../shared/words.ts";
import { BatchProgress, openBatchLog, serveBatchMetrics, undoneWords } from "../batch-observers.ts";
import { PARTLY_DONE, usageError } from "../errors.ts";
import { endWhenLost, interruptedExitCode, interruptible } from "../interrupt.ts";
import { type Options, SERVICE_KEY } from "../options/definitions.ts";
import { note } from "../output.ts";

/** Runs a manifest's jobs, or continues an interrupted batch. */
export async function run(
  options: Options<"batch">,
  action: "run" | "collect" | "extract",
  folders: readonly string[],
): Promise<void> {
  if (action !== "collect" && folders.length > 0)
    throw usageError(
      folders.join(" "),
      "cannot be given here: only collect takes folders, and joins their shards.",
    );
  if (action === "collect") return collect(options, folders);
  if (action === "extract") return (await import("./batch-output.ts")).extractJob(options);
  const { manifest, out, dryRun, force = false, retryFailed = false, quiet } = options;
  const threads = options.threads ?? availableParallelism();
  const { queue: url, queueTimeout, ...given } = options;
  if (url !== undefined) queueKind(url);
  const queue = url === undefined ? undefined : { url, patience: queueTimeout * 1000 };
  const common = { ...given, manifest: manifest!, threads, jobTimeout: options.jobTimeout * 1000 };
  const service = { apiKey: process.env[SERVICE_KEY] ?? "", snapshots: options.snapshots };
  if (dryRun) {
    const { checkBatch } = await import("../../batch/node/check-batch.ts");
    const jobs = await interruptible((signal) => checkBatch({ ...common, signal }));
    if (!quiet) note(`${counted(jobs, "job")}, all valid. Nothing was solved.`);
    return;
  }
  await endWhenLost(() =>
    interruptible(async (signal) => {
      const end = await observed(options, signal, (observer) =>
        runBatch({ ...common, queue, service, out: out!, force, retryFailed, signal, observer }),
      );
      if (options.layout === "files" && end.kind === "finished") await writeFiles(out!, options, signal);
      if (!quiet || end.kind !== "finished") note(sentenceOf(end, out!));
      process.exitCode = exitCodeOf(end, signal);
    }),
  );
}

async function collect(options: Options<"batch">, folders: readonly string[]): Promise<void> {
  const { out, quiet, report, layout } = options;
  if (folders.length === 0)
    throw usageError("collect", "needs the folders of the shards: batch collect FOLDERS --out FOLDER.");
  const { collectShards } = await import("../../batch/node/collect-shards.ts");
  const states = await collectShards(folders, out!, { report });
  if (layout === "files") await interruptible((signal) => writeFiles(out!, options, signal));
  if (!quiet) note(`${countsOf(states)}; the results are in ${out}.`);
  process.exitCode = exitCodeOfWhole(states);
}

async function writeFiles(out: string, options: Options<"batch">, signal: AbortSignal): Promise<void> {
  const { writeJobFiles } = await import("./batch-output.ts");
  await writeJobFiles(out, options, signal);
}

/**
 * Runs a batch, and reports it to the progress line, the log and the metrics. The log also gets the outcome.
 */
async function observed(
  { quiet, log, metrics }: Options<"batch">,
  signal: AbortSignal,
  work: (observer: BatchOptions["observer"]) => Promise<BatchEnd>,
): Promise<BatchEnd> {
  using progress = quiet ? null : new BatchProgress();
  signal.addEventListener("abort", () => progress?.stopping(), { once: true });
  using lines = log === undefined ? null : await openBatchLog(log);
  await using figures = metrics === undefined ? null : await serveBatchMetrics(metrics);
  if (figures && !quiet) note(`metrics at ${figures.address}.`);
  const observers = [progress, lines, figures].flatMap((one) => one ?? []);
  try {
    const end = await work({
      started(known) {
        for (const one of observers) one.started(known);
      },
      written(checkpoint) {
        for (const one of observers) one.written(checkpoint);
      },
    });
    lines?.logger.info({ kind: end.kind, jobs: end.jobs, ...end.checkpoint.states }, "ended");
    return end;
  } catch (error) {
    lines?.logger.error({ detail: error instanceof Error ? error.message : String(error) }, "broken off");
    throw error;
  }
}

function sentenceOf({ kind, jobs, checkpoint: { states } }: BatchEnd, out: string): string {
  const { done, infeasible, failed } = states;
  const through = done + infeasible + failed;
  const parts = countsOf(states);
  if (kind === "finished") return `${parts}; the results are in ${out}.`;
  const left = `${counted(jobs - through, "job")} of ${grouped(jobs)} left; run the same command to continue.`;
  const why = kind === "stopped" ? "stopped" : "stopped, as more jobs failed than --max-failures allows";
  return `${why}: ${parts}, ${left}`;
}

/** The exit code of a batch; failed jobs of earlier runs of the batch count too. */
function exitCodeOf({ kind, checkpoint: { states } }: BatchEnd, signal: AbortSignal): number {
  if (kind === "stopped") return interruptedExitCode(signal.reason);
  return exitCodeOfWhole(states);
}

type States = BatchEnd["checkpoint"]["states"];

function exitCodeOfWhole({ infeasible, failed }: States): number {
  return infeasible + failed > 0 ? PARTLY_DONE : 0;
}

function countsOf(states: States): string {
  return [`${counted(states.done, "job")} done`, ...undoneWords(states)].join(", ");
}
