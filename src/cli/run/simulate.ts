import type { SimulationFigures } from "../../report/simulation-page.ts";
import { bookNamed } from "../../shared/books/index.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { Share, Simulation } from "../../simulation/shares.ts";
import { contestOf, readDrawTerms, readSalaryFiles } from "../input/lineup-input.ts";
import type { Options } from "../options/definitions.ts";
import { note, writePage, writeResult } from "../output.ts";
import { whileDrawing } from "../progress.ts";
import { type Column, csvText, grid } from "../render/grid.ts";
import { ownerOf, related, type SlateWords, slatePeople } from "../render/slate-people.ts";
import {
  blocks,
  counted,
  folded,
  json,
  type Look,
  lookOf,
  percent,
  pointsText,
  styled,
} from "../render/text.ts";
import { noteLeftOut, optimizerOf } from "./lineups.ts";

/** A simulation's results for JSON, with names from the book's file, most frequent first. */
export type SimulationFacts = ReturnType<typeof simulationFacts>;

/** A simulation's results with names from its files. */
export function simulationFacts(simulation: Simulation, { contest, performances, named }: SlateWords) {
  const { sport, book } = contest;
  const { person, teamNamed } = slatePeople({ contest, performances, named });
  const owners = new Map(performances.map((one) => [ownerOf(one), one]));
  const points = (uuid: string) => Number(owners.get(uuid)?.attributes[bookNamed(book).pointsAttribute]);
  const teamsOfGames = teamsByGame(performances);
  return {
    sport,
    book,
    contest: contest.contest,
    draws: simulation.draws,
    seed: simulation.seed,
    top: simulation.top,
    players: simulation.players.map(({ uuid, slots, ...share }) => ({
      ...person(uuid),
      points: points(uuid),
      ...rounded(share),
      slots: slots.map(({ slot, ...inSlot }) => ({ slot, ...rounded(inSlot) })),
    })),
    stacks: simulation.stacks.map(({ sizes, ...share }) => ({ sizes, ...rounded(share) })),
    teams: simulation.teams.map(({ uuid, size, ...share }) => ({
      team: teamNamed(uuid),
      size,
      ...rounded(share),
    })),
    games: simulation.games.map(({ uuid, size, ...share }) => ({
      teams: [...(teamsOfGames.get(uuid) ?? [])].map(teamNamed).sort(),
      size,
      ...rounded(share),
    })),
    lineups: simulation.lineups.map(({ seats, ...share }) => ({
      ...rounded(share),
      // There are tens of thousands, of which tables and pages show a few.
      get players() {
        return seats.map(({ slot, uuid }) => ({ slot, ...person(uuid, slot) }));
      },
    })),
  };
}

/** A share of the draws, from 0 to 1, and its standard error, with 6 decimals. */
function rounded({ share, error }: Share): Share {
  return { share: Math.round(share * 1e6) / 1e6, error: Math.round(error * 1e6) / 1e6 };
}

function teamsByGame(performances: readonly FantasyPerformance[]): ReadonlyMap<string, ReadonlySet<string>> {
  const teams = new Map<string, Set<string>>();
  for (const { relationships } of performances) {
    const [game, team] = [related(relationships?.event), related(relationships?.team)];
    if (game !== null && team !== null) teams.set(game, (teams.get(game) ?? new Set()).add(team));
  }
  return teams;
}

/** The maximum number of rows shown by kind. */
const SHOWN = { players: 25, stacks: 8, teams: 8, games: 8, lineups: 5 } as const;

const SHARE: readonly Column<Share>[] = [
  ["Share", ({ share }) => percent(share), "right"],
  ["Error", ({ error }) => percent(error), "right"],
];

const stackName = ({ sizes }: SimulationFacts["stacks"][number]) => sizes.join("-");
const teamName = ({ size, team }: SimulationFacts["teams"][number]) => `${size} of ${team}`;
const gameName = ({ size, teams }: SimulationFacts["games"][number]) => `${size} of ${teams.join("/")}`;

/** A simulation as text: the most frequent of each kind, with a column for each captain slot. */
function simulationReport(facts: SimulationFacts, captains: readonly string[], look: Look): string {
  const { players, stacks, teams, games, lineups } = facts;
  const table = <Item>(columns: readonly Column<Item>[], items: readonly Item[], most: number) =>
    grid(columns, items, look, most, "; --format json has them all.");
  return blocks(
    styled("title", folded(heading(facts), look.width, "  "), look),
    table(
      [
        ["Player", ({ name }) => name, "wraps"],
        ["Team", ({ team }) => team],
        ["Position", ({ position }) => position],
        ["Points", ({ points }) => pointsText(points), "right"],
        ...SHARE,
        ...captains.map(
          (captain): Column<SimulationFacts["players"][number]> => [
            captain,
            ({ slots }) => percent(slots.find(({ slot }) => slot === captain)?.share ?? 0),
            "right",
          ],
        ),
      ],
      players,
      SHOWN.players,
    ),
    table([["Players of each team", stackName], ...SHARE], stacks, SHOWN.stacks),
    table([["Players of a team", teamName], ...SHARE], teams.filter(isStack), SHOWN.teams),
    table([["Players of a game", gameName], ...SHARE], games.filter(isStack), SHOWN.games),
    table(
      [
        ...SHARE,
        ["Lineup", ({ players: own }) => own.map(({ slot, name }) => `${slot} ${name}`).join(", "), "wraps"],
      ],
      lineups,
      SHOWN.lineups,
    ),
  );
}

/** The same as a page. */
function simulationFigures(facts: SimulationFacts, captains: readonly string[]): SimulationFigures {
  const { sport, book, contest, players, stacks, teams, games, lineups } = facts;
  return {
    title: `Simulation: ${sport} ${book} ${contest}`,
    lead: heading(facts),
    captains,
    players,
    stacks: stacks.map((one) => ({ ...one, name: stackName(one) })),
    teams: teams.filter(isStack).map((one) => ({ ...one, name: teamName(one) })),
    games: games.filter(isStack).map((one) => ({ ...one, name: gameName(one) })),
    lineups,
  };
}

function isStack({ size }: { readonly size: number }): boolean {
  return size > 1;
}

function heading({ sport, book, contest, draws, seed, top }: SimulationFacts): string {
  const drawn = counted(draws, "draw");
  const what = top === 1 ? "in the best lineup" : `in one of the ${top} best lineups`;
  return `${drawn} of ${sport} ${book} ${contest}, seed ${seed}: how often each is ${what} of a draw.`;
}

/** Up to this number, draws are solved in the calling thread, because starting another takes longer. */
const FEW_DRAWS = 256;

/** Draws a slate repeatedly, and reports how often each player, stack and lineup is optimal. */
export async function run(options: Options<"simulate">, file: string): Promise<void> {
  const isShort = options.draws !== undefined && options.draws <= FEW_DRAWS;
  await using optimizer = await optimizerOf({ ...(isShort && { threads: 0 }), ...options });
  const input = await readSalaryFiles({ ...options, salaries: file }, optimizer.catalog);
  for (const text of input.notes) note(text);
  const { draws, seed, top, format, output } = options;
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
  };
  await writeResult(renderers[format](), output);
  if (options.report !== undefined) {
    const { simulationPage } = await import("../../report/simulation-page.ts");
    writePage(await simulationPage(simulationFigures(facts, captains)), options.report);
  }
  if (output !== undefined) note(`wrote ${output}.`);
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
  for (const captain of captains)
    columns.push([captain, ({ slots }) => String(slots.find(({ slot }) => slot === captain)?.share ?? 0)]);
  return csvText(columns, players);
}
