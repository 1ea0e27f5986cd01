import {
  type SimulationFacts,
  simulationFacts,
  simulationHeading,
  simulationParts,
} from "../../report/simulation.ts";
import { contestOf, readDrawTerms, readSalaryFiles } from "../input/lineup-input.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeFormat } from "../output.ts";
import { whileDrawing } from "../progress.ts";
import { type Column, type Columns, csvText, resultText } from "../render/grid.ts";
import { json, lookOf } from "../render/text.ts";
import { noteLeftOut, optimizerOf } from "./lineups.ts";

/** Up to this many draws are solved in the main thread, because starting another thread takes longer. */
const FEW_DRAWS = 256;

export async function run(options: Options<"simulate">, file: string): Promise<void> {
  const isShort = options.draws !== undefined && options.draws <= FEW_DRAWS;
  await using optimizer = await optimizerOf({ ...(isShort && { threads: 0 }), ...options });
  const input = await readSalaryFiles({ ...options, salaries: file }, optimizer.catalog);
  note(...input.notes);
  const { draws, seed, top, output } = options;
  const request = { ...input.request, ...(await readDrawTerms(input, options)) };
  const simulation = await whileDrawing("solved", input.places, (drawing) =>
    optimizer.simulate(request, { draws, seed, top, ...drawing }),
  );
  noteLeftOut(simulation, input.places);
  const contest = contestOf(optimizer.catalog, input);
  const performances = request.projections?.data ?? [];
  const facts = simulationFacts(simulation, { contest, performances, named: input.named });
  const captains = contest.slots.filter((slot) => slot.pointsMultiplier !== 1).map(({ name }) => name);
  const renderers = {
    table: () => resultText(simulationHeading(facts), simulationParts(facts, captains), lookOf(output)),
    json: () => json(facts),
    csv: () => simulationCsv(facts, captains),
    page: async () => (await import("../../report/simulation.ts")).simulationPage(facts, captains),
  };
  await writeFormat(renderers, options);
}

function simulationCsv({ players }: SimulationFacts, captains: readonly string[]): string {
  const columns: Columns<SimulationFacts["players"][number]> = [
    ["id", ({ id }) => id],
    ["name", ({ name }) => name],
    ["team", ({ team }) => team],
    ["position", ({ position }) => position],
    ["points", ({ points }) => String(points)],
    ["share", ({ share }) => String(share)],
    ["error", ({ error }) => String(error)],
    players.some(({ cut }) => cut !== undefined) && ["cut", ({ cut }) => String(cut ?? "")],
    ...captains.map(
      (captain): Column<SimulationFacts["players"][number]> => [
        captain,
        ({ slots }) => String(slots.find(({ slot }) => slot === captain)?.share ?? 0),
      ],
    ),
  ];
  return csvText(columns, players);
}
