import type { ContestTable } from "../../catalog/contest-table.ts";
import type { Optimizer, SimulateRequest } from "../../optimizer.ts";
import type { Simulation } from "../../simulation/shares.ts";
import { readDrawTerms } from "../input/draw-terms.ts";
import { refuseSharedStandardInput } from "../input/files.ts";
import type { LineupInput } from "../input/ready-input.ts";
import { readSalaryFiles } from "../input/salary-files.ts";
import { interruptible } from "../interrupt.ts";
import { noteLeftOut } from "../note-left-out.ts";
import { optimizerOf } from "../optimizer-of.ts";
import type { SimulateOptions } from "../options/simulate.ts";
import { note, writeResult } from "../output.ts";
import { located } from "../places.ts";
import { withProgress } from "../progress.ts";
import { json } from "../render/json.ts";
import { lookOf } from "../render/look.ts";
import { simulationCsv } from "../render/simulation-csv.ts";
import { simulationFacts } from "../render/simulation-facts.ts";
import { simulationReport } from "../render/simulation-report.ts";

/** Draws a slate over and over, and tells how often each player, stack and lineup is the best. */
export async function run(options: SimulateOptions, file: string): Promise<void> {
  refuseSharedStandardInput({
    "the file": file,
    "--projections": options.projections,
    "--performances": options.performances,
    "--alias": options.alias,
    "--correlations": options.correlations,
  });
  const optimizer = await optimizerOf(options);
  try {
    const input = await readSalaryFiles({ ...options, salaries: file }, optimizer.catalog);
    for (const text of input.notes) note(text);
    const simulation = await simulated(optimizer, input, options, await readDrawTerms(input, options));
    noteLeftOut(simulation, input.places);
    const contest = optimizer.catalog.contest(input.sport, input.body.book, input.body.contest);
    await writeResult(rendered(simulation, input, contest, options), options.output);
    if (options.output !== undefined) note(`wrote ${options.output}.`);
  } finally {
    await optimizer.close();
  }
}

/** Simulates until it is done or a signal comes; errors speak of files and names. */
async function simulated(
  optimizer: Optimizer,
  { sport, body, points, origin, seats, excludedSlots, places }: LineupInput,
  { draws, seed, top }: SimulateOptions,
  told: Pick<SimulateRequest, "known" | "correlations">,
): Promise<Simulation> {
  let done = 0;
  const onDraws = (drawn: number) => {
    done = drawn;
  };
  try {
    return await withProgress(
      () => `${done.toLocaleString("en-US")} draws solved`,
      () =>
        interruptible((signal) =>
          optimizer.simulate(
            { ...points, sport, body, origin, seats, excludedSlots, ...told },
            { draws, seed, top, signal, onDraws },
          ),
        ),
    );
  } catch (error) {
    throw located(error, places);
  }
}

function rendered(
  simulation: Simulation,
  { points, named }: LineupInput,
  contest: ContestTable,
  { format, output }: SimulateOptions,
): string {
  const performances = points.projections?.data ?? [];
  const facts = simulationFacts(simulation, { contest, performances, named });
  const captains = contest.slots.filter((slot) => slot.pointsMultiplier !== 1).map(({ name }) => name);
  return {
    table: () => simulationReport(facts, captains, lookOf(output)),
    json: () => json(facts),
    csv: () => simulationCsv(facts, captains),
  }[format]();
}
