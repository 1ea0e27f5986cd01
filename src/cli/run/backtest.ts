import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { analysed, runBacktest } from "../../batch/node/backtest/run-backtest.ts";
import {
  backtestPage,
  calibrationPage,
  calibrationParts,
  checkText,
  predictionParts,
  strategiesPart,
} from "../../report/backtest.ts";
import { outcomesFitParts, ownershipChecksPart } from "../../report/fits.ts";
import { counted, grouped } from "../../shared/words.ts";
import { PARTLY_DONE } from "../errors.ts";
import { interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note, writePage, writeResult, writeWhole } from "../output.ts";
import { partTexts } from "../render/grid.ts";
import { blocks, json, lookOf } from "../render/text.ts";

export async function run(options: Options<"backtest">, manifest: string): Promise<void> {
  const { output, quiet } = options;
  const threads = options.threads ?? availableParallelism();
  const jobTimeout = options.jobTimeout * 1000;
  const calibrates = output !== undefined;
  const backtest = await interruptible((signal) =>
    runBacktest({ ...options, calibrates, manifest, threads, signal, jobTimeout }),
  );
  const { strategies } = backtest;
  if (!quiet) for (const slate of backtest.slates) note(`${slate.id}: ${checkText(slate)}.`);
  const parts = [strategiesPart(strategies), ...predictionParts(strategies)];
  await writeResult(blocks(...partTexts(parts, lookOf())));
  await writePast(backtest, backtestPage, output);
  if (strategies.some(({ slates }) => slates.some(({ fault }) => fault !== null)))
    process.exitCode = PARTLY_DONE;
}

async function writePast<Result>(
  result: Result,
  pageOf: (result: Result) => Promise<string>,
  file: string | undefined,
): Promise<void> {
  if (file !== undefined)
    writePage(file.toLowerCase().endsWith(".json") ? json(result) : await pageOf(result), file);
}

export async function calibrate(options: Options<"calibrate">, manifest: string): Promise<void> {
  const { output, quiet } = options;
  const found = await interruptible((signal) =>
    analysed({ ...options, manifest }, (optimizer, history) => optimizer.calibrate(history, { signal })),
  );
  if (!quiet)
    for (const { id, players, absent } of found.slates)
      note(`${id}: ${counted(players, "player")}${absentWords(absent)}.`);
  await writeResult(blocks(...partTexts(calibrationParts(found), lookOf())));
  await writePast(found, calibrationPage, output);
}

const absentWords = (absent: number) =>
  absent === 0 ? "" : `; ${grouped(absent)} who did not play are left out`;

export async function outcomes(options: Options<"outcomes">, _: "fit", manifest: string): Promise<void> {
  const { output, quiet } = options;
  const fit = await interruptible((signal) =>
    analysed({ ...options, manifest }, (optimizer, history) => optimizer.fitOutcomes(history, { signal })),
  );
  const players = `${counted(fit.players, "player")} of ${counted(fit.slates, "contest")}`;
  if (!quiet) note(`${fit.sport}: ${players}${absentWords(fit.absent)}.`);
  await writeResult(blocks(...partTexts(outcomesFitParts(fit), lookOf())));
  if (output === undefined) return;
  await writeResult(json(fit.table), output);
  note(`wrote ${output}. Use it as --outcomes ${output}.`);
}

export async function ownership(options: Options<"ownership">, _: "fit", manifest: string): Promise<void> {
  const { output } = options;
  const { tables, checks } = await interruptible((signal) =>
    analysed({ ...options, manifest, pointless: true }, (optimizer, request) =>
      optimizer.fitOwnership(request, { signal }),
    ),
  );
  await writeResult(blocks(...partTexts([ownershipChecksPart(checks)], lookOf())));
  if (output === undefined) return;
  const files = tables.map((table) => ({
    file: join(output, table.sport, "ownership.json"),
    text: json(table),
  }));
  for (const { file } of files) mkdirSync(dirname(file), { recursive: true });
  writeWhole(files);
  note(`wrote ${files.map(({ file }) => file).join(", ")}. Use one as --outcomes FILE.`);
}
