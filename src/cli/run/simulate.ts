import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import type { Optimizer, SimulateRequest } from "../../optimizer/optimizer.ts";
import type { Simulation } from "../../simulation/shares.ts";
import { readDrawTerms } from "../input/draw-terms.ts";
import { refuseSharedStandardInput } from "../input/files.ts";
import type { LineupInput } from "../input/ready-input.ts";
import { readSalaryFiles } from "../input/salary-files.ts";
import { noteLeftOut } from "../note-left-out.ts";
import { optimizerOf } from "../optimizer-of.ts";
import type { SimulateOptions } from "../options/simulate.ts";
import { note, writeResult } from "../output.ts";
import { json } from "../render/json.ts";
import { lookOf } from "../render/look.ts";
import { simulationCsv } from "../render/simulation-csv.ts";
import { type SimulationFacts, simulationFacts } from "../render/simulation-facts.ts";
import { simulationFigures, simulationReport } from "../render/simulation-report.ts";
import { checkPageFile } from "../report-file.ts";
import { whileDrawing } from "../while-drawing.ts";
import { writePage } from "../write-page.ts";

/** So few draws are solved in the calling thread: to start another takes longer. */
const FEW_DRAWS = 256;

/** Draws a slate over and over, and tells how often each player, stack and lineup is the best. */
export async function run(options: SimulateOptions, file: string): Promise<void> {
  refuseSharedStandardInput({
    "the file": file,
    "--projections": options.projections,
    "--performances": options.performances,
    "--alias": options.alias,
    "--correlations": options.correlations,
  });
  checkPageFile(options.report);
  const isShort = options.draws !== undefined && options.draws <= FEW_DRAWS;
  const optimizer = await optimizerOf({ ...(isShort && { threads: 0 }), ...options });
  try {
    const input = await readSalaryFiles({ ...options, salaries: file }, optimizer.catalog);
    for (const text of input.notes) note(text);
    const simulation = await simulated(optimizer, input, options, await readDrawTerms(input, options));
    noteLeftOut(simulation, input.places);
    const contest = optimizer.catalog.contest(input.sport, input.body.book, input.body.contest);
    const found = foundIn(simulation, input, contest);
    await writeResult(rendered(found, options), options.output);
    if (options.report !== undefined) {
      const { simulationPage } = await import("../../report/simulation-page.ts");
      writePage(await simulationPage(simulationFigures(found.facts, found.captains)), options.report);
    }
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
  const request = { ...points, sport, body, origin, seats, excludedSlots, ...told };
  return whileDrawing("solved", places, (drawing) =>
    optimizer.simulate(request, { draws, seed, top, ...drawing }),
  );
}

interface Found {
  readonly facts: SimulationFacts;
  /** The slots whose points are multiplied. */
  readonly captains: readonly string[];
}

function foundIn(simulation: Simulation, { points, named }: LineupInput, contest: ContestTable): Found {
  const performances = points.projections?.data ?? [];
  return {
    facts: simulationFacts(simulation, { contest, performances, named }),
    captains: contest.slots.filter((slot) => slot.pointsMultiplier !== 1).map(({ name }) => name),
  };
}

function rendered({ facts, captains }: Found, { format, output }: SimulateOptions): string {
  return {
    table: () => simulationReport(facts, captains, lookOf(output)),
    json: () => json(facts),
    csv: () => simulationCsv(facts, captains),
  }[format]();
}
