import { contestWords } from "../shared/books.ts";
import { type Html, html, NOTHING, page, type Section } from "../shared/page.ts";
import { bars, figures } from "./charts.ts";
import { type Column, pageTable } from "./columns.ts";
import {
  bestLineupColumns,
  gameName,
  groupColumns,
  isStack,
  playerColumns,
  type SimulationFacts,
  simulationHeading,
  stackName,
  teamName,
} from "./simulation-facts.ts";

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
