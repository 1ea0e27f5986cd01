import type { SimulationFigures } from "../../report/simulation-page.ts";
import { pointsText } from "./amounts.ts";
import { folded } from "./folded.ts";
import { type Column, grid } from "./grid.ts";
import { type Look, styled } from "./look.ts";
import type { SimulationFacts } from "./simulation-facts.ts";

/** How many of a kind are shown. */
const SHOWN = { players: 25, stacks: 8, teams: 8, games: 8, lineups: 5 } as const;

const SHARE: readonly Column[] = [
  { title: "Share", alignment: "right" },
  { title: "Error", alignment: "right" },
];

/** A simulation to be read: the most frequent of each kind; of each captain's slot a column. */
export function simulationReport(facts: SimulationFacts, captains: readonly string[], look: Look): string {
  const blocks = [
    styled("title", folded(heading(facts), look.width, "  "), look),
    shown(facts.players, SHOWN.players, (players) => playersTable(players, captains, look)),
    shown(facts.stacks, SHOWN.stacks, (stacks) => stacksTable(stacks, look)),
    shown(facts.teams.filter(isStack), SHOWN.teams, (teams) => teamsTable(teams, look)),
    shown(facts.games.filter(isStack), SHOWN.games, (games) => gamesTable(games, look)),
    shown(facts.lineups, SHOWN.lineups, (lineups) => lineupsTable(lineups, look)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The same as a page. */
export function simulationFigures(facts: SimulationFacts, captains: readonly string[]): SimulationFigures {
  const { sport, book, contest, players, stacks, teams, games, lineups } = facts;
  return {
    title: `Simulation: ${sport} ${book} ${contest}`,
    lead: heading(facts),
    captains,
    players,
    stacks: stacks.map((one) => ({ ...one, name: one.sizes.join("-") })),
    teams: teams.filter(isStack).map((one) => ({ ...one, name: `${one.size} of ${one.team}` })),
    games: games.filter(isStack).map((one) => ({ ...one, name: `${one.size} of ${one.teams.join("/")}` })),
    lineups,
  };
}

function isStack({ size }: { readonly size: number }): boolean {
  return size > 1;
}

function heading({ sport, book, contest, draws, seed, top }: SimulationFacts): string {
  const drawn = `${draws.toLocaleString("en-US")} ${draws === 1 ? "draw" : "draws"}`;
  const what = top === 1 ? "in the best lineup" : `in one of the ${top} best lineups`;
  return `${drawn} of ${sport} ${book} ${contest}, seed ${seed}: how often each is ${what} of a draw.`;
}

/** The first of a list as a table, and how many more there are. */
function shown<Item>(
  items: readonly Item[],
  most: number,
  table: (items: readonly Item[]) => string,
): string {
  const text = table(items.slice(0, most)).trimEnd();
  const more = items.length - most;
  return more > 0 ? `${text}\nand ${more.toLocaleString("en-US")} more; --format json has them all.` : text;
}

function playersTable(players: SimulationFacts["players"], captains: readonly string[], look: Look): string {
  return grid(
    [
      { title: "Player", alignment: "left", wraps: true },
      { title: "Team", alignment: "left" },
      { title: "Position", alignment: "left" },
      { title: "Points", alignment: "right" },
      ...SHARE,
      ...captains.map((title): Column => ({ title, alignment: "right" })),
    ],
    players.map((player) => [
      player.name,
      player.team,
      player.position,
      pointsText(player.points),
      ...shareCells(player),
      ...captains.map((slot) => percent(player.slots.find((one) => one.slot === slot)?.share ?? 0)),
    ]),
    look,
  );
}

function stacksTable(stacks: SimulationFacts["stacks"], look: Look): string {
  return grid(
    [{ title: "Players of each team", alignment: "left" }, ...SHARE],
    stacks.map((one) => [one.sizes.join("-"), ...shareCells(one)]),
    look,
  );
}

function teamsTable(teams: SimulationFacts["teams"], look: Look): string {
  return grid(
    [{ title: "Players of a team", alignment: "left" }, ...SHARE],
    teams.map((one) => [`${one.size} of ${one.team}`, ...shareCells(one)]),
    look,
  );
}

function gamesTable(games: SimulationFacts["games"], look: Look): string {
  return grid(
    [{ title: "Players of a game", alignment: "left" }, ...SHARE],
    games.map((one) => [`${one.size} of ${one.teams.join("/")}`, ...shareCells(one)]),
    look,
  );
}

function lineupsTable(lineups: SimulationFacts["lineups"], look: Look): string {
  return grid(
    [...SHARE, { title: "Lineup", alignment: "left", wraps: true }],
    lineups.map((one) => [
      ...shareCells(one),
      one.players.map(({ slot, name }) => `${slot} ${name}`).join(", "),
    ]),
    look,
  );
}

function shareCells({ share, error }: { readonly share: number; readonly error: number }): string[] {
  return [percent(share), percent(error)];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}
