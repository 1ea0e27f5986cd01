import { runCalibration, runOutcomesFit } from "../../batch/node/backtest/run-backtest.ts";
import { chanceText, detectsText, ratioText, wholePercent } from "../../report/calibration-texts.ts";
import { counted, grouped } from "../../shared/amounts.ts";
import type { Calibration, SlateFit } from "../../simulation/calibration/calibrate.ts";
import type { FittedValue, OutcomesFit, ProjectionBias } from "../../simulation/calibration/fit-outcomes.ts";
import type { PairFit, SpreadFit } from "../../simulation/calibration/score-tests.ts";
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
        `${id}: ${counted(players, "player")}${absent === 0 ? "" : `, ${grouped(absent)} who did not play`}.`,
      );
  await writeResult(calibrationText(found, lookOf()));
  if (output === undefined) return;
  if (output.toLowerCase().endsWith(".json")) {
    await writeResult(json(found), output);
    return note(`wrote ${output}.`);
  }
  const { calibrationPage } = await import("../../report/calibration-page.ts");
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

/** Spreads, pairs and the contests' opponents as tables. */
function calibrationText({ spreads, pairs, slates }: Calibration, look: Look): string {
  const fields = slates.filter(({ field }) => field !== null);
  const owned = slates.filter(({ ownership }) => ownership !== null);
  return blocks(
    grid<SpreadFit>(
      [
        ["Players", ({ group }) => group, "wraps"],
        ["Number", ({ players }) => grouped(players), "right"],
        ["Deviation", ({ deviation }) => ratioText(deviation), "right"],
        ...[0, 1, 2].map(
          (at) =>
            [
              ["In 50%", "In 80%", "In 95%"][at]!,
              ({ coverage }: SpreadFit) => wholePercent(coverage[at]!.value),
              "right",
            ] as const,
        ),
        ["Off", ({ spread }) => chanceText(spread), "right"],
        ["Finds", ({ spread }) => detectsText(spread), "right"],
      ],
      spreads,
      look,
    ),
    grid<SpreadFit>(
      [
        ["Projections", ({ group }) => group, "wraps"],
        ["Number", ({ players }) => grouped(players), "right"],
        ["Points", ({ mean }) => ratioText(mean.value), "right"],
        ["Error", ({ mean }) => wholePercent(mean.error), "right"],
        ["Off", ({ mean }) => chanceText(mean), "right"],
        ["Finds", ({ mean }) => detectsText(mean), "right"],
      ],
      spreads,
      look,
    ),
    ...(pairs.length === 0 ? [] : [pairsText(pairs, look)]),
    ...(owned.length === 0 ? [] : [ownershipText(owned, look)]),
    ...(fields.length === 0 ? [] : [fieldsText(fields, look)]),
  );
}

function pairsText(pairs: readonly PairFit[], look: Look): string {
  const two = (value: number) => value.toFixed(2);
  return grid<PairFit>(
    [
      ["Pairs", ({ kind }) => kind, "wraps"],
      ["Number", ({ pairs: count }) => grouped(count), "right"],
      ["Correlation", ({ correlation }) => two(correlation.value), "right"],
      ["Table", ({ correlation }) => two(correlation.expected), "right"],
      ["Off", ({ correlation }) => chanceText(correlation), "right"],
      ["Finds", ({ correlation }) => two(correlation.detects ?? 0), "right"],
    ],
    pairs,
    look,
  );
}

function ownershipText(slates: readonly SlateFit[], look: Look): string {
  const of = ({ ownership }: SlateFit) => ownership!;
  return grid<SlateFit>(
    [
      ["Ownership", ({ id }) => id],
      ["Players", (one) => grouped(of(one).players.length), "right"],
      ["Off by", (one) => `${of(one).misfit.toFixed(1)} points`, "right"],
      ["Correlation", (one) => of(one).correlation?.toFixed(2) ?? "", "right"],
      ["Log odds", (one) => of(one).logOdds?.toFixed(2) ?? "", "right"],
    ],
    slates,
    look,
  );
}

function fieldsText(slates: readonly SlateFit[], look: Look): string {
  const rows = slates.flatMap(({ id, field }) => [
    { id, who: "real", facts: field!.real },
    { id: "", who: "simulated", facts: field!.simulated },
  ]);
  const points = (value: number | null) => (value === null ? "" : value.toFixed(1));
  return grid<(typeof rows)[number]>(
    [
      ["Field", ({ id }) => id],
      ["", ({ who }) => who],
      ["Different", ({ facts }) => wholePercent(facts.distinct), "right"],
      ["Salary", ({ facts }) => grouped(Math.round(facts.salary)), "right"],
      ["Median", ({ facts }) => points(facts.scores[4]!), "right"],
      ["Top 1%", ({ facts }) => points(facts.scores[8]!), "right"],
      ["Last paid", ({ facts }) => points(facts.cash), "right"],
      ["First", ({ facts }) => points(facts.first), "right"],
    ],
    rows,
    look,
  );
}
