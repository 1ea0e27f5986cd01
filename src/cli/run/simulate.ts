import {
  bestLineupColumns,
  gameName,
  groupColumns,
  isStack,
  playerColumns,
  type SimulationFacts,
  simulationFacts,
  simulationHeading,
  stackName,
  teamName,
} from "../../report/simulation.ts";
import { contestOf, readDrawTerms, readSalaryFiles } from "../input/lineup-input.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeFormat } from "../output.ts";
import { whileDrawing } from "../progress.ts";
import { type Column, csvText, grid } from "../render/grid.ts";
import { blocks, folded, json, type Look, lookOf, styled } from "../render/text.ts";
import { noteLeftOut, optimizerOf } from "./lineups.ts";

const MOST_ROWS = { players: 25, stacks: 8, teams: 8, games: 8, lineups: 5 } as const;

/**
 * A simulation as text: the players, stacks, teams, games and lineups that are optimal most often. The table
 * of players has a column for each slot in `captains`.
 */
function simulationReport(facts: SimulationFacts, captains: readonly string[], look: Look): string {
  const { players, stacks, teams, games, lineups } = facts;
  const table = <Item>(columns: readonly (Column<Item> | false)[], items: readonly Item[], most: number) =>
    grid(columns, items, look, most, "; --format json has them all.");
  return blocks(
    styled("title", folded(simulationHeading(facts), look.width, "  "), look),
    table(playerColumns(players, captains), players, MOST_ROWS.players),
    table(groupColumns("Shape: players per team", stackName), stacks, MOST_ROWS.stacks),
    table(groupColumns("Stack of a team", teamName), teams.filter(isStack), MOST_ROWS.teams),
    table(groupColumns("Stack of a game", gameName), games.filter(isStack), MOST_ROWS.games),
    table(bestLineupColumns(lineups), lineups, MOST_ROWS.lineups),
  );
}

/** Up to this many draws are solved in the main thread, because starting another thread takes longer. */
const FEW_DRAWS = 256;

/**
 * Simulates the points of a slate many times, and reports how often each player, stack and lineup is optimal.
 */
export async function run(options: Options<"simulate">, file: string): Promise<void> {
  const isShort = options.draws !== undefined && options.draws <= FEW_DRAWS;
  await using optimizer = await optimizerOf({ ...(isShort && { threads: 0 }), ...options });
  const input = await readSalaryFiles({ ...options, salaries: file }, optimizer.catalog);
  for (const text of input.notes) note(text);
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
    table: () => simulationReport(facts, captains, lookOf(output)),
    json: () => json(facts),
    csv: () => simulationCsv(facts, captains),
    page: async () => (await import("../../report/simulation.ts")).simulationPage(facts, captains),
  };
  await writeFormat(renderers, options);
}

/** A row for each player in an optimal lineup, as CSV, with a column for each captain slot. */
function simulationCsv({ players }: SimulationFacts, captains: readonly string[]): string {
  const columns: Column<SimulationFacts["players"][number]>[] = [
    ["id", ({ id }) => id],
    ["name", ({ name }) => name],
    ["team", ({ team }) => team],
    ["position", ({ position }) => position],
    ["points", ({ points }) => String(points)],
    ["share", ({ share }) => String(share)],
    ["error", ({ error }) => String(error)],
  ];
  if (players.some(({ cut }) => cut !== undefined)) columns.push(["cut", ({ cut }) => String(cut ?? "")]);
  for (const captain of captains)
    columns.push([captain, ({ slots }) => String(slots.find(({ slot }) => slot === captain)?.share ?? 0)]);
  return csvText(columns, players);
}
