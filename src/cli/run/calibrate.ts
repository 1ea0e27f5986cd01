import { runCalibration, runOutcomesFit } from "../../batch/node/backtest/run-backtest.ts";
import {
  OWNERSHIP,
  opponentColumns,
  opponentRows,
  PAIRS,
  PROJECTIONS,
  ratioText,
  SPREADS,
  wholePercent,
} from "../../report/calibration.ts";
import { counted, grouped } from "../../shared/words.ts";
import type { Calibration } from "../../simulation/calibration/calibrate.ts";
import type { FittedValue, OutcomesFit, ProjectionBias } from "../../simulation/calibration/fit-outcomes.ts";
import { interruptible } from "../interrupt.ts";
import type { Options } from "../options/definitions.ts";
import { note, writePage, writeResult } from "../output.ts";
import { grid } from "../render/grid.ts";
import { blocks, json, type Look, lookOf } from "../render/text.ts";

/** Compares simulations of past contests with what happened. */
export async function calibrate(options: Options<"calibrate">, manifest: string): Promise<void> {
  const { output, quiet } = options;
  const found = await interruptible((signal) => runCalibration({ ...options, manifest, signal }));
  if (!quiet)
    for (const { id, players, absent } of found.slates)
      note(
        `${id}: ${counted(players, "player")}${absent === 0 ? "" : `; ${grouped(absent)} who did not play are left out`}.`,
      );
  await writeResult(calibrationText(found, lookOf()));
  if (output === undefined) return;
  if (output.toLowerCase().endsWith(".json")) {
    await writeResult(json(found), output);
    return note(`wrote ${output}.`);
  }
  const { calibrationPage } = await import("../../report/calibration.ts");
  writePage(await calibrationPage(found), output);
}

/** Fits a table of outcomes to past contests. */
export async function outcomes(
  options: Options<"outcomes">,
  _action: "fit",
  manifest: string,
): Promise<void> {
  const { output, quiet } = options;
  const fit = await interruptible((signal) => runOutcomesFit({ ...options, manifest, signal }));
  if (!quiet)
    note(
      `${fit.sport}: ${counted(fit.players, "player")} of ${counted(fit.slates, "contest")}${fit.absent === 0 ? "" : `; ${grouped(fit.absent)} who did not play are left out`}.`,
    );
  const text = fitText(fit, lookOf());
  if (output === undefined) return writeResult(text);
  await writeResult(text);
  await writeResult(json(fit.table), output);
  note(`wrote ${output}. Use it as --outcomes ${output}.`);
}

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

function calibrationText({ spreads, pairs, slates }: Calibration, look: Look): string {
  const owned = slates.filter(({ ownership }) => ownership !== null);
  const fields = slates.filter(({ field }) => field !== null);
  return blocks(
    grid(SPREADS, spreads, look),
    grid(PROJECTIONS, spreads, look),
    pairs.length === 0 ? "" : grid(PAIRS, pairs, look),
    owned.length === 0 ? "" : grid(OWNERSHIP, owned, look),
    ...fields.map((slate) => grid(opponentColumns(slate), opponentRows(slate), look)),
  );
}
