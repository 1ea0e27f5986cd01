import { percent } from "../shared/amounts.ts";
import { contestWords } from "../shared/books.ts";
import { bar, type Html, html, NOTHING, numbers, page, type Section, table } from "../shared/page.ts";
import type { Share } from "../simulation/shares.ts";
import { bars, figures } from "./charts.ts";
import {
  gameName,
  isStack,
  type SimulationFacts,
  simulationHeading,
  stackName,
  teamName,
} from "./simulation-facts.ts";

/** How many items of each kind a chart and a table show. */
const CHARTED = { players: 20, stacks: 8, teams: 12 } as const;
const LISTED = { players: 100, groups: 20, lineups: 25 } as const;

/** Renders how often players, stacks and lineups are the best, as one self-contained page. */
export async function simulationPage(facts: SimulationFacts, captains: readonly string[]): Promise<string> {
  const { players, lineups } = facts;
  const stacks = facts.stacks.map((one) => ({ ...one, name: stackName(one) }));
  const teams = facts.teams.filter(isStack).map((one) => ({ ...one, name: teamName(one) }));
  const games = facts.games.filter(isStack).map((one) => ({ ...one, name: gameName(one) }));
  const sections: Section[] = [
    {
      heading: "Players",
      body: html`${await figures([
        { title: "Most often in the best lineup", spec: shareBars(players.slice(0, CHARTED.players)) },
      ])}${playersTable(players, captains)}`,
    },
    {
      heading: "Stacks",
      body: html`${await figures([
        { title: "Players of each team", spec: shareBars(stacks.slice(0, CHARTED.stacks)) },
        ...(teams.length === 0
          ? []
          : [{ title: "Players of a team", spec: shareBars(teams.slice(0, CHARTED.teams)) }]),
      ])}${groupsTable("Players of each team", stacks)}${groupsTable("Players of a team", teams)}${groupsTable("Players of a game", games)}`,
    },
    { heading: "Lineups", body: lineupsTable(lineups) },
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

function playersTable(players: SimulationFacts["players"], captains: readonly string[]): Html {
  const hasCut = players.some(({ cut }) => cut !== undefined);
  const rows = players
    .slice(0, LISTED.players)
    .map((one) => [
      html`${one.name}<br /><span class="faint small">${[one.position, one.team].filter((part) => part !== "").join(" \u00b7 ")}</span>`,
      one.points.toFixed(2),
      shareCell(one),
      ...(hasCut ? [percent(one.cut ?? 0)] : []),
      ...captains.map((slot) => percent(one.slots.find((own) => own.slot === slot)?.share ?? 0)),
    ]);
  return html`${table(
    [
      { title: "Player" },
      numbers("Points, mean"),
      numbers("Share"),
      ...(hasCut ? [numbers("Cut")] : []),
      ...captains.map(numbers),
    ],
    rows,
  )}${more(players.length - rows.length)}`;
}

function groupsTable(title: string, groups: readonly (Share & { readonly name: string })[]): Html {
  const rows = groups.slice(0, LISTED.groups).map((one) => [one.name, shareCell(one)]);
  return html`${table([{ title }, numbers("Share")], rows)}${more(groups.length - rows.length)}`;
}

function lineupsTable(lineups: SimulationFacts["lineups"]): Html {
  const hasCut = lineups.some(({ cut }) => cut !== undefined);
  const rows = lineups
    .slice(0, LISTED.lineups)
    .map((one) => [
      one.players.map(({ slot, name }) => `${slot} ${name}`).join(", "),
      html`${percent(one.share)}<br />${errorText(one)}`,
      ...(hasCut ? [percent(one.cut ?? 0)] : []),
    ]);
  const columns = [{ title: "Lineup" }, numbers("Share"), ...(hasCut ? [numbers("All make the cut")] : [])];
  return html`${table(columns, rows)}${more(lineups.length - rows.length)}`;
}

function shareCell(one: Share): Html {
  return html`${percent(one.share)} ${errorText(one)}${bar(100 * one.share)}`;
}

function errorText({ error }: Share): Html {
  return html`<span class="faint small">±${(100 * error).toFixed(2)}</span>`;
}

function more(count: number): Html {
  if (count <= 0) return NOTHING;
  return html`<p class="faint small">and ${count.toLocaleString("en-US")} more; --format json has them all.</p>`;
}
