import { bookNamed, contestWords } from "../shared/books.ts";
import { bar, type Html, html, NOTHING, page, type Section } from "../shared/page.ts";
import type { FantasyPerformance } from "../shared/schema/performances.ts";
import { counted, percent, pointsText } from "../shared/words.ts";
import type { Share, Simulation } from "../simulation/simulate.ts";
import { bars, figures } from "./charts.ts";
import { type Column, cutColumn, pageTable } from "./columns.ts";
import { ownerOf, related, type SlateWords, slatePeople } from "./people.ts";

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
    const [game, team] = [related(relationships?.event), related(relationships?.team)];
    if (game !== null && team !== null) teams.set(game, (teams.get(game) ?? new Set()).add(team));
  }
  return teams;
}

export const stackName = ({ sizes }: SimulationFacts["stacks"][number]) => sizes.join("-");
export const teamName = ({ size, team }: SimulationFacts["teams"][number]) => `${size} of ${team}`;
export const gameName = ({ size, teams }: SimulationFacts["games"][number]) =>
  `${size} of ${teams.join("/")}`;

export function isStack({ size }: { readonly size: number }): boolean {
  return size > 1;
}

const SHARE: readonly Column<Share>[] = [
  [
    "Share",
    ({ share }) => percent(share),
    "right",
    (one) => html`${percent(one.share)} ${errorText(one)}${bar(100 * one.share)}`,
  ],
  ["Error", ({ error }) => percent(error), "right", null],
];

function errorText({ error }: Share): Html {
  return html`<span class="faint small">±${(100 * error).toFixed(2)}</span>`;
}

type PlayerFacts = SimulationFacts["players"][number];
type LineupFacts = SimulationFacts["lineups"][number];

export const playerColumns = (
  players: readonly PlayerFacts[],
  captains: readonly string[],
): readonly (Column<PlayerFacts> | false)[] => [
  [
    "Player",
    ({ name }) => name,
    "wraps",
    ({ name, position, team }) =>
      html`${name}<br /><span class="faint small">${[position, team].filter((part) => part !== "").join(" \u00b7 ")}</span>`,
  ],
  ["Team", ({ team }) => team, undefined, null],
  ["Position", ({ position }) => position, undefined, null],
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

export const groupColumns = <Group extends Share>(
  title: string,
  nameOf: (group: Group) => string,
): readonly Column<Group>[] => [[title, nameOf], ...SHARE];

export const bestLineupColumns = (
  lineups: readonly LineupFacts[],
): readonly (Column<LineupFacts> | false)[] => [
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

const MOST_CHARTED = { players: 20, stacks: 8, teams: 12 } as const;
const MOST_LISTED = { players: 100, groups: 20, lineups: 25 } as const;

export async function simulationPage(facts: SimulationFacts, captains: readonly string[]): Promise<string> {
  const { players, lineups } = facts;
  const stacks = facts.stacks.map((one) => ({ ...one, name: stackName(one) }));
  const teams = facts.teams.filter(isStack).map((one) => ({ ...one, name: teamName(one) }));
  const sections: Section[] = [
    {
      heading: "Players",
      body: html`${await figures([
        { title: "Most often in the best lineup", spec: shareBars(players.slice(0, MOST_CHARTED.players)) },
      ])}${listed(playerColumns(players, captains), players, MOST_LISTED.players)}`,
    },
    {
      heading: "Stacks",
      body: html`${await figures([
        { title: "Shape: players per team", spec: shareBars(stacks.slice(0, MOST_CHARTED.stacks)) },
        ...(teams.length === 0
          ? []
          : [{ title: "Stack of a team", spec: shareBars(teams.slice(0, MOST_CHARTED.teams)) }]),
      ])}${listed(groupColumns("Shape: players per team", stackName), facts.stacks, MOST_LISTED.groups)}${listed(groupColumns("Stack of a team", teamName), teams, MOST_LISTED.groups)}${listed(groupColumns("Stack of a game", gameName), facts.games.filter(isStack), MOST_LISTED.groups)}`,
    },
    { heading: "Lineups", body: listed(bestLineupColumns(lineups), lineups, MOST_LISTED.lineups) },
  ];
  const words = "After ± is the standard error; ±2 errors is a 95% interval.";
  return page(
    `Simulation: ${contestWords(facts)}`,
    html`<p>${simulationHeading(facts)}</p><p class="faint small">${words}</p>`,
    sections,
  );
}

function shareBars(named: readonly { readonly name: string; readonly share: number }[]) {
  return bars(
    named.map(({ name, share }) => ({ name, value: share })),
    "share of the draws",
    ".0%",
  );
}

function listed<Row>(columns: readonly (Column<Row> | false)[], rows: readonly Row[], most: number): Html {
  return html`${pageTable(columns, rows.slice(0, most))}${more(rows.length - most)}`;
}

function more(count: number): Html {
  if (count <= 0) return NOTHING;
  return html`<p class="faint small">and ${count.toLocaleString("en-US")} more; --format json has them all.</p>`;
}
