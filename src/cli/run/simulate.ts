import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import type { Optimizer, SimulateRequest } from "../../optimizer/optimizer.ts";
import type { SimulationFigures } from "../../report/simulation-page.ts";
import { bookNamed } from "../../shared/books/index.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { Share, Simulation } from "../../simulation/shares.ts";
import type { LineupInput } from "../input/lineup-input.ts";
import { readDrawTerms, readSalaryFiles } from "../input/lineup-input.ts";
import type { Options } from "../options/definitions.ts";
import { note, writePage, writeResult } from "../output.ts";
import { whileDrawing } from "../progress.ts";
import { type Column, csvText, grid } from "../render/grid.ts";
import { ownerOf, type Person, related, type SlateWords, slatePeople } from "../render/slate-people.ts";
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

/** A share of the draws, from 0 to 1, with its standard error; both with 6 decimals. */
interface ShareFacts {
  readonly share: number;
  readonly error: number;
}

/** A simulation's results for JSON, with names from the book's file, most frequent first. */
export interface SimulationFacts {
  readonly sport: string;
  readonly book: string;
  readonly contest: string;
  readonly draws: number;
  readonly seed: number;
  /** The number of best lineups counted per draw. */
  readonly top: number;
  readonly players: readonly (Person &
    ShareFacts & {
      /** The mean of the draws. */
      readonly points: number;
      readonly slots: readonly (ShareFacts & { readonly slot: string })[];
    })[];
  /** The sizes of a lineup's team stacks, largest first. */
  readonly stacks: readonly (ShareFacts & { readonly sizes: readonly number[] })[];
  readonly teams: readonly (ShareFacts & { readonly team: string; readonly size: number })[];
  readonly games: readonly (ShareFacts & { readonly teams: readonly string[]; readonly size: number })[];
  readonly lineups: readonly (ShareFacts & {
    readonly players: readonly (Person & { readonly slot: string })[];
  })[];
}

/** A simulation's results with names from its files. */
export function simulationFacts(
  simulation: Simulation,
  { contest, performances, named }: SlateWords,
): SimulationFacts {
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

function rounded({ share, error }: Share): ShareFacts {
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

/** The frequency of something in optimal lineups. */
type Frequency = SimulationFacts["stacks"][number] | { readonly share: number; readonly error: number };

const SHARE: readonly Column<Frequency>[] = [
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
}

/** Simulates until finished or until a signal arrives; errors name files and players. */
async function simulated(
  optimizer: Optimizer,
  { sport, body, points, origin, seats, excludedSlots, places }: LineupInput,
  { draws, seed, top }: Options<"simulate">,
  told: Pick<SimulateRequest, "known" | "correlations">,
): Promise<Simulation> {
  const request = { ...points, sport, body, origin, seats, excludedSlots, ...told };
  return whileDrawing("solved", places, (drawing) =>
    optimizer.simulate(request, { draws, seed, top, ...drawing }),
  );
}

interface Found {
  readonly facts: SimulationFacts;
  /** The slots with multiplied points. */
  readonly captains: readonly string[];
}

function foundIn(simulation: Simulation, { points, named }: LineupInput, contest: ContestTable): Found {
  const performances = points.projections?.data ?? [];
  return {
    facts: simulationFacts(simulation, { contest, performances, named }),
    captains: contest.slots.filter((slot) => slot.pointsMultiplier !== 1).map(({ name }) => name),
  };
}

function rendered({ facts, captains }: Found, { format, output }: Options<"simulate">): string {
  return {
    table: () => simulationReport(facts, captains, lookOf(output)),
    json: () => json(facts),
    csv: () => simulationCsv(facts, captains),
  }[format]();
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
