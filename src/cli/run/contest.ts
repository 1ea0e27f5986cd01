import type { ContestTable } from "../../catalog/contest-table.ts";
import type { ContestRequest, Optimizer } from "../../optimizer.ts";
import type { ContestResult } from "../../simulation/contest/contest.ts";
import { readContestFiles } from "../input/contest-files.ts";
import { readDrawTerms } from "../input/draw-terms.ts";
import { inputName, refuseSharedStandardInput } from "../input/files.ts";
import type { LineupInput } from "../input/ready-input.ts";
import { readSalaryFiles } from "../input/salary-files.ts";
import { interruptible } from "../interrupt.ts";
import { optimizerOf } from "../optimizer-of.ts";
import type { ContestOptions } from "../options/contest.ts";
import { note, writeResult } from "../output.ts";
import { located } from "../places.ts";
import { withProgress } from "../progress.ts";
import { contestCsv } from "../render/contest-csv.ts";
import { contestFacts } from "../render/contest-facts.ts";
import { contestReport } from "../render/contest-report.ts";
import { json } from "../render/json.ts";
import { lookOf } from "../render/look.ts";

/** Plays a contest over draws of a slate, and tells what entries can expect. */
export async function run(options: ContestOptions, file: string): Promise<void> {
  refuseSharedStandardInput({
    "the file": file,
    "--projections": options.projections,
    "--performances": options.performances,
    "--alias": options.alias,
    "--correlations": options.correlations,
    "--entries": options.entries,
    "--payouts": options.payouts,
    "--field-file": options.fieldFile,
  });
  const optimizer = await optimizerOf(options);
  try {
    const input = await readSalaryFiles({ ...options, salaries: file }, optimizer.catalog);
    for (const text of input.notes) note(text);
    const told = await readDrawTerms(input, options);
    const asked = await readContestFiles(options, input, optimizer.catalog);
    const result = await played(optimizer, input, options, { ...told, ...asked });
    tellOfField(result);
    const contest = optimizer.catalog.contest(input.sport, input.body.book, input.body.contest);
    await writeResult(rendered(result, input, contest, options), options.output);
    if (options.output !== undefined) note(`wrote ${options.output}.`);
  } finally {
    await optimizer.close();
  }
}

type Told = Pick<ContestRequest, "known" | "correlations" | "entries" | "payouts" | "field">;

/** Plays until it is done or a signal comes; errors speak of files and names. */
async function played(
  optimizer: Optimizer,
  { sport, body, points, origin, seats, excludedSlots, places }: LineupInput,
  { draws, seed, entries }: ContestOptions,
  told: Told,
): Promise<ContestResult> {
  let done = 0;
  const onDraws = (drawn: number) => {
    done = drawn;
  };
  try {
    return await withProgress(
      () => `${done.toLocaleString("en-US")} draws played`,
      () =>
        interruptible((signal) =>
          optimizer.contest(
            { ...points, sport, body, origin, seats, excludedSlots, ...told },
            { draws, seed, signal, onDraws },
          ),
        ),
    );
  } catch (error) {
    throw located(error, { ...places, lineups: inputName(entries) });
  }
}

/** Says where the opponents are from, and how near they come to what was asked. */
function tellOfField({ field: { source, fit, leftOut, size } }: ContestResult): void {
  if (leftOut > 0)
    note(
      `${leftOut.toLocaleString("en-US")} of ${(size + leftOut).toLocaleString("en-US")} opponents have somebody without points, and are left out.`,
    );
  if (source === "draws")
    note(
      "no ownership is given: opponents have people as often as the best lineups of draws do. An Ownership column of the projections says it better.",
    );
  if (fit !== null)
    note(
      `the field's ownership is off by ${fit.misfit.toFixed(2)} points on average, ${fit.furthest.toFixed(1)} at the most.`,
    );
}

function rendered(
  result: ContestResult,
  { points, named }: LineupInput,
  contest: ContestTable,
  { format, output }: ContestOptions,
): string {
  const performances = points.projections?.data ?? [];
  const facts = contestFacts(result, { contest, performances, named });
  return {
    table: () => contestReport(facts, lookOf(output)),
    json: () => json(facts),
    csv: () => contestCsv(facts),
  }[format]();
}
