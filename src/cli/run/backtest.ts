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
  ratioText,
  strategiesPart,
  wholePercent,
} from "../../report/backtest.ts";
import { counted, grouped, percentText } from "../../shared/words.ts";
import type { OwnershipFit } from "../../simulation/calibration/field-fit.ts";
import type { FittedValue, OutcomesFit, ProjectionBias } from "../../simulation/calibration/fit-outcomes.ts";
import type { OwnershipCheck } from "../../simulation/calibration/fit-ownership.ts";
import { PARTLY_DONE } from "../errors.ts";
import { interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note, writePage, writeResult, writeWhole } from "../output.ts";
import { type Column, grid, partTexts } from "../render/grid.ts";
import { blocks, json, type Look, lookOf } from "../render/text.ts";

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
  await writeResult(fitText(fit, lookOf()));
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
  await writeResult(blocks(grid(OWNERSHIP_CHECKS, checks, lookOf())));
  if (output === undefined) return;
  const files = tables.map((table) => ({
    file: join(output, table.sport, "ownership.json"),
    text: json(table),
  }));
  for (const { file } of files) mkdirSync(dirname(file), { recursive: true });
  writeWhole(files);
  note(`wrote ${files.map(({ file }) => file).join(", ")}. Use one as --outcomes FILE.`);
}

const closeness = (fit: OwnershipFit | null) =>
  fit === null ? "" : `${fit.correlation?.toFixed(3) ?? "none"}, ${fit.misfit.toFixed(2)}`;

const OWNERSHIP_CHECKS: readonly Column<OwnershipCheck>[] = [
  ["Contest", ({ id }) => id],
  ["Players", ({ players }) => grouped(players), "right"],
  ["Correlation, off by: estimate", ({ estimated }) => closeness(estimated), "right"],
  ["Optimal", ({ optimal }) => closeness(optimal), "right"],
  ["Projected", ({ projected }) => closeness(projected), "right"],
  ["Most owned", ({ most }) => wholePercent(most.actual / 100), "right"],
  ["Estimate", ({ most }) => wholePercent(most.estimated / 100), "right"],
  [
    "Scored beyond",
    ({ known }) => (known ? `${percentText(100 * known.value)} ± ${percentText(100 * known.error)}` : ""),
    "right",
  ],
];

function fitText({ values, biases }: OutcomesFit, look: Look): string {
  const number = (value: number) => value.toFixed(3);
  return blocks(
    grid<FittedValue>(
      [
        ["Positions", ({ row }) => row],
        ["Players", ({ players }) => grouped(players), "right"],
        ["Value", ({ name }) => name],
        ["Before", ({ before }) => number(before), "right"],
        ["Fitted", ({ value }) => number(value), "right"],
        ["Error", ({ error }) => number(error), "right"],
      ],
      values,
      look,
    ),
    grid<ProjectionBias>(
      [
        ["Projections", ({ row }) => row],
        ["Players", ({ players }) => grouped(players), "right"],
        ["Points", ({ value }) => ratioText(value), "right"],
        ["Error", ({ error }) => wholePercent(error), "right"],
      ],
      biases,
      look,
    ),
  );
}
