import { availableParallelism } from "node:os";
import { runBacktest } from "../../batch/node/backtest/run-backtest.ts";
import { checkText, STRATEGIES } from "../../report/backtest-page.ts";
import { counted, grouped } from "../../shared/words.ts";
import type { Backtest } from "../../simulation/backtest/backtest.ts";
import { SILENT, totalOf } from "../batch-observers.ts";
import { PARTLY_DONE } from "../errors.ts";
import { interruptedExitCode, interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note, writePage, writeResult } from "../output.ts";
import { grid } from "../render/grid.ts";
import { blocks, folded, json, type Look, lookOf } from "../render/text.ts";

/** Builds lineups for past contests, and shows what they would have won. */
export async function run(options: Options<"backtest">, manifest: string): Promise<void> {
  const { output, work, quiet } = options;
  const threads = options.threads ?? availableParallelism();
  await interruptible(async (signal) => {
    const { end, backtest } = await runBacktest({
      ...options,
      calibrates: output !== undefined,
      ...{ manifest, out: work ?? `${manifest.replace(/\/+$/, "")}.work`, threads, signal, observer: SILENT },
      ...{ retryFailed: false, jobTimeout: options.jobTimeout * 1000 },
    });
    const { states, jobs } = end;
    if (backtest === null) {
      note(
        `stopped after ${grouped(totalOf(states))} of ${counted(jobs, "set")} of lineups; run the same command to continue.`,
      );
      process.exitCode = interruptedExitCode(signal.reason);
      return;
    }
    if (!quiet) for (const slate of backtest.slates) note(`${slate.id}: ${checkText(slate)}.`);
    await writeResult(backtestText(backtest, lookOf()));
    if (output !== undefined) await writeBacktest(backtest, output);
    if (states.infeasible + states.failed > 0) process.exitCode = PARTLY_DONE;
  });
}

/** Writes a page, or all figures as JSON. */
async function writeBacktest(backtest: Backtest, file: string): Promise<void> {
  if (file.toLowerCase().endsWith(".json")) {
    await writeResult(json(backtest), file);
    return note(`wrote ${file}.`);
  }
  const { backtestPage } = await import("../../report/backtest-page.ts");
  writePage(await backtestPage(backtest), file);
}

/** The strategies' figures as a table, and the conclusion about each strategy. */
function backtestText({ strategies }: Backtest, look: Look): string {
  return blocks(
    grid(STRATEGIES, strategies, look),
    strategies.map(({ name, conclusion }) => folded(`${name}: ${conclusion}`, look.width, "  ")).join("\n"),
  );
}
