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
    readonly entry: number;
    readonly mean: number;
    readonly cash: number;
    readonly win: number;
    readonly players: readonly { readonly name: string }[];
  }[];
}

/** The figures of a contest as one self-contained page, the entries with the highest mean first. */
export function contestPage({ title, lead, all, percentiles, entries }: ContestFigures): string {
  const best = entries.toSorted((a, b) => b.mean - a.mean || a.entry - b.entry);
  const number = (name: string) => ({ title: name, isNumber: true });
  return page(title, html`<p>${lead}</p>${facts(all)}`, [
    {
      heading: "All entries",
      body: table(
        [number("In % of draws"), number("At most")],
        percentiles.map(({ at, amount }) => [`${at}%`, money(amount)]),
        "What all entries are paid together.",
      ),
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

function money(value: number): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`;
}
