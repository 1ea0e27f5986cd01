import { availableParallelism } from "node:os";
import type { BatchEnd } from "../../batch/node/contract.ts";
import { checkAddress } from "../../batch/node/queue/link.ts";
import type { Summary } from "../../batch/node/results.ts";
import { checkBatch, runBatch } from "../../batch/node/run-batch.ts";
import { counted, grouped } from "../../shared/words.ts";
import { BatchProgress, SILENT, totalOf, undoneWords } from "../batch-observers.ts";
import { PARTLY_DONE } from "../errors.ts";
import { endWhenLost, interruptedExitCode, interruptible } from "../interrupt.ts";
import { type Options, SERVICE_KEY } from "../options/definitions.ts";
import { note, writeResult } from "../output.ts";
import { grid } from "../render/grid.ts";
import { lookOf } from "../render/text.ts";

/** Runs a manifest's jobs, or continues an interrupted batch. */
export async function run(options: Options<"batch">, action: "run" | "extract"): Promise<void> {
  if (action === "extract") return (await import("./batch-output.ts")).extractJob(options);
  const { manifest, out, dryRun, force = false, retryFailed = false, quiet, layout } = options;
  const threads = options.threads ?? availableParallelism();
  const { queue: url, queueTimeout, ...given } = options;
  if (url !== undefined) checkAddress(url);
  const queue = url === undefined ? undefined : { url, patience: queueTimeout * 1000 };
  const common = { ...given, manifest: manifest!, threads, jobTimeout: options.jobTimeout * 1000 };
  if (dryRun) {
    const jobs = await interruptible((signal) => checkBatch({ ...common, signal }));
    if (!quiet) note(`${counted(jobs, "job")}, all valid. Nothing was solved.`);
    return;
  }
  await endWhenLost(() =>
    interruptible(async (signal) => {
      using progress = quiet ? null : new BatchProgress();
      signal.addEventListener("abort", () => progress?.stopping(), { once: true });
      const { summary, ...end } = await runBatch({
        ...{ ...common, queue, out: out!, force, retryFailed, signal },
        apiKey: process.env[SERVICE_KEY] ?? "",
        observer: progress ?? SILENT,
      });
      progress?.[Symbol.dispose]();
      if (layout === "files" && end.kind === "finished")
        await (await import("./batch-output.ts")).writeJobFiles(out!, options, signal);
      if (summary !== null && !quiet) await writeResult(`${tableOf(summary)}\n`);
      if (!quiet || end.kind !== "finished") note(sentenceOf(end, out!));
      const { infeasible, failed } = end.states;
      if (end.kind === "stopped") process.exitCode = interruptedExitCode(signal.reason);
      else if (infeasible + failed > 0) process.exitCode = PARTLY_DONE;
    }),
  );
}

function sentenceOf({ kind, jobs, states }: BatchEnd, out: string): string {
  const parts = [`${counted(states.done, "job")} done`, ...undoneWords(states)].join(", ");
  if (kind === "finished") return `${parts}; the results are in ${out}.`;
  const left = `${counted(jobs - totalOf(states), "job")} of ${grouped(jobs)} left; run the same command to continue.`;
  const why = kind === "stopped" ? "stopped" : "stopped, as more jobs failed than --max-failures allows";
  return `${why}: ${parts}, ${left}`;
}

/** How many jobs have lineups, and how many have none for each reason, with the first of them. */
function tableOf({ states, lineups, reasons, examples }: Summary): string {
  const rows = Object.entries(reasons).map(([reason, jobs]) => ({ reason, jobs, ...examples[reason]! }));
  const done = { reason: "done", jobs: states.done, lineups };
  return grid<{
    reason: string;
    jobs: number;
    lineups?: number;
    id?: string;
    line?: number;
    detail?: string;
  }>(
    [
      ["Outcome", ({ reason }) => reason],
      ["Jobs", ({ jobs }) => grouped(jobs), "right"],
      ["Lineups", ({ lineups }) => (lineups === undefined ? "" : grouped(lineups)), "right"],
      [
        "First",
        ({ id, line, detail }) => (id === undefined ? "" : `${id}, line ${line}: ${detail}`),
        "wraps",
      ],
    ],
    [done, ...rows],
    lookOf(),
  );
}
