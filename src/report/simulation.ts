import { bookNamed, contestWords } from "../shared/books.ts";
import { relatedGuid } from "../shared/guid-bytes.ts";
import { html, page } from "../shared/page.ts";
import type { FantasyPerformance } from "../shared/schema/performances.ts";
import { counted, percent, pointsText } from "../shared/words.ts";
import type { Share, Simulation } from "../simulation/simulate.ts";
import { bars } from "./charts.ts";
import { type Column, type Columns, cutColumn, type Part, part, sectionsOf } from "./parts.ts";
import { ownerOf, type SlateWords, slatePeople } from "./people.ts";

export type SimulationFacts = ReturnType<typeof simulationFacts>;

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
    players: simulation.players.map(({ uuid, slots, cut, ...share }) => ({
      ...person(uuid),
      points: points(uuid),
      ...rounded(share),
      ...(cut !== undefined && { cut: sixDecimals(cut) }),
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
    lineups: simulation.lineups.map(({ seats, cut, ...share }) => ({
      ...rounded(share),
      ...(cut !== undefined && { cut: sixDecimals(cut) }),
      // Computed on demand: tables and pages show only a few of tens of thousands of lineups.
      get players() {
        return seats.map(({ slot, uuid }) => ({ slot, ...person(uuid, slot) }));
      },
    })),
  };
}

function rounded({ share, error }: Share): Share {
  return { share: sixDecimals(share), error: sixDecimals(error) };
}

function sixDecimals(number: number): number {
  return Math.round(number * 1e6) / 1e6;
}

function teamsByGame(performances: readonly FantasyPerformance[]): ReadonlyMap<string, ReadonlySet<string>> {
  const teams = new Map<string, Set<string>>();
  for (const { relationships } of performances) {
    const [game, team] = [relatedGuid(relationships.event), relatedGuid(relationships.team)];
    if (game !== null && team !== null) teams.set(game, (teams.get(game) ?? new Set()).add(team));
  }
  return teams;
}

const stackName = ({ sizes }: SimulationFacts["stacks"][number]) => sizes.join("-");
const teamName = ({ size, team }: SimulationFacts["teams"][number]) => `${size} of ${team}`;
const gameName = ({ size, teams }: SimulationFacts["games"][number]) => `${size} of ${teams.join("/")}`;

function isStack({ size }: { readonly size: number }): boolean {
  return size > 1;
}

const SHARE: readonly Column<Share>[] = [
  ["Share", ({ share }) => percent(share), "bar"],
  ["Error", ({ error }) => percent(error), "extra"],
];

type PlayerFacts = SimulationFacts["players"][number];
type LineupFacts = SimulationFacts["lineups"][number];

const playerColumns = (
  players: readonly PlayerFacts[],
  captains: readonly string[],
): Columns<PlayerFacts> => [
  ["Player", ({ name }) => name, "wraps"],
  ["Team", ({ team }) => team, "side"],
  ["Position", ({ position }) => position, "side"],
  ["Points", ({ points }) => pointsText(points), "right"],
  ...SHARE,
  cutColumn(players, "Cut"),
  ...captains.map(
    (captain): Column<PlayerFacts> => [
      captain,
      ({ slots }) => percent(slots.find(({ slot }) => slot === captain)?.share ?? 0),
      "right",
    ],
  ),
];

const groupColumns = <Group extends Share>(
  title: string,
  nameOf: (group: Group) => string,
): readonly Column<Group>[] => [[title, nameOf], ...SHARE];

const bestLineupColumns = (lineups: readonly LineupFacts[]): Columns<LineupFacts> => [
  ...SHARE,
  cutColumn(lineups, "All cuts"),
  ["Lineup", ({ players }) => players.map(({ slot, name }) => `${slot} ${name}`).join(", "), "wraps"],
];

export function simulationHeading(facts: SimulationFacts): string {
  const { draws, seed, top } = facts;
  const drawn = counted(draws, "draw");
  const what = top === 1 ? "in the best lineup" : `in one of the ${top} best lineups`;
  return `${drawn} of ${contestWords(facts)}, seed ${seed}: how often each is ${what} of a draw.`;
}

const CHARTED = { players: 20, stacks: 8, teams: 12 } as const;

export function simulationParts(facts: SimulationFacts, captains: readonly string[]): Part[] {
  const { players, lineups, stacks } = facts;
  const [teams, games] = [facts.teams.filter(isStack), facts.games.filter(isStack)];
  const shares = <Row extends Share>(title: string, rows: readonly Row[], nameOf: (row: Row) => string) => {
    const values = rows.map((row) => ({ name: nameOf(row), value: row.share }));
    return [{ title, spec: bars(values, "share of the draws", ".0%") }];
  };
  return [
    part("Players", playerColumns(players, captains), players, {
      most: [25, 100],
      charts: shares("Most often in the best lineup", players.slice(0, CHARTED.players), ({ name }) => name),
    }),
    part("Stacks", groupColumns("Shape: players per team", stackName), stacks, {
      most: [8, 20],
      charts: shares("Shape: players per team", stacks.slice(0, CHARTED.stacks), stackName),
    }),
    part("Stacks", groupColumns("Stack of a team", teamName), teams, {
      most: [8, 20],
      charts: shares("Stack of a team", teams.slice(0, CHARTED.teams), teamName),
    }),
    part("Stacks", groupColumns("Stack of a game", gameName), games, { most: [8, 20] }),
    part("Lineups", bestLineupColumns(lineups), lineups, { most: [5, 25] }),
  ];
}

export async function simulationPage(facts: SimulationFacts, captains: readonly string[]): Promise<string> {
  const words = "Error is the standard error; ±2 errors is a 95% interval.";
  return page(
    `Simulation: ${contestWords(facts)}`,
    html`<p>${simulationHeading(facts)}</p><p class="faint small">${words}</p>`,
    await sectionsOf(simulationParts(facts, captains)),
  );
}
