import { type Bar, bars } from "./page/bars.ts";
import { figures } from "./page/chart.ts";
import { page } from "./page/frame.ts";
import { html } from "./page/html.ts";
import { bar, facts, table } from "./page/table.ts";

/** What entries can expect of a contest, as a page tells it; chances from 0 to 1. */
export interface ContestFigures {
  readonly title: string;
  readonly lead: string;
  readonly all: readonly (readonly [string, string])[];
  readonly percentiles: readonly { readonly at: number; readonly amount: number }[];
  readonly entries: readonly {
    /** How often it is paid at least so much. */
    readonly reached: readonly { readonly amount: number; readonly chance: number }[];
    readonly entry: number;
    readonly mean: number;
    readonly cash: number;
    readonly win: number;
    readonly players: readonly { readonly name: string }[];
  }[];
}

/** How many entries the chart has. */
const CHARTED = 20;

/** The figures of a contest as one self-contained page, the entries with the highest mean first. */
export async function contestPage({
  title,
  lead,
  all,
  percentiles,
  entries,
}: ContestFigures): Promise<string> {
  const best = entries.toSorted((a, b) => b.mean - a.mean || a.entry - b.entry);
  const number = (name: string) => ({ title: name, isNumber: true });
  return page(title, html`<p>${lead}</p>${facts(all)}`, [
    {
      heading: "All entries",
      body: html`${await figures([
        {
          title: "What all entries are paid at most, by the percent of draws",
          spec: bars(
            percentiles.map(({ at, amount }) => ({ name: `${at}%`, value: amount })),
            "paid in all",
            ",.4~r",
          ),
        },
        {
          title: "The chance that one entry is paid so much or more, mean of all",
          spec: bars(reachedByOne(entries), "chance", "~%"),
        },
        {
          title: "Entries with the highest mean",
          spec: bars(
            best.slice(0, CHARTED).map(({ entry, mean }) => ({ name: `Entry ${entry}`, value: mean })),
            "mean payment",
            ",.4~r",
          ),
        },
      ])}${table(
        [number("In % of draws"), number("At most")],
        percentiles.map(({ at, amount }) => [`${at}%`, money(amount)]),
        "What all entries are paid together.",
      )}`,
    },
    {
      heading: "Entries",
      body: table(
        [{ title: "Lineup" }, number("Mean"), number("Paid"), number("First")],
        best.map(({ entry, mean, cash, win, players }) => [
          html`${entry} <span class="faint small">${players.map(({ name }) => name).join(", ")}</span>`,
          money(mean),
          html`${percent(cash)}${bar(100 * cash)}`,
          percent(win),
        ]),
        "The mean of what each is paid, and the chances to be paid and to be first.",
      ),
    },
  ]);
}

/** Of each amount, the mean of the entries' chances to be paid as much. */
function reachedByOne(entries: ContestFigures["entries"]): Bar[] {
  return (entries[0]?.reached ?? []).map(({ amount }, at) => ({
    name: money(amount),
    value: entries.reduce((sum, { reached }) => sum + reached[at]!.chance, 0) / entries.length,
  }));
}

function money(value: number): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`;
}
