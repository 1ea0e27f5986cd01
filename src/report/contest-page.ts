import { bar, facts, html, page, table } from "../shared/page.ts";
import { type Bar, bars, chanceText, figures, pointsText } from "./charts.ts";

/** What entries can expect in a contest, for a page; chances are from 0 to 1. */
export interface ContestFigures {
  readonly title: string;
  readonly lead: string;
  readonly all: readonly (readonly [string, string])[];
  readonly percentiles: readonly { readonly at: number; readonly amount: number }[];
  readonly entries: readonly {
    /** How often it is paid at least each amount. */
    readonly reached: readonly { readonly amount: number; readonly chance: number }[];
    readonly entry: number;
    readonly mean: number;
    readonly cash: number;
    readonly win: number;
    readonly players: readonly { readonly name: string }[];
  }[];
}

/** The number of entries in the chart. */
const CHARTED = 20;

/** Renders a contest's figures as one self-contained page, the entries with the highest mean first. */
export async function contestPage(contest: ContestFigures): Promise<string> {
  const { title, lead, all, percentiles, entries } = contest;
  const best = entries.toSorted((a, b) => b.mean - a.mean || a.entry - b.entry);
  const number = (name: string) => ({ title: name, isNumber: true });
  return page(title, html`<p>${lead}</p>${facts(all)}`, [
    {
      heading: "All entries",
      body: html`${await figures([
        {
          title: "Largest total payment, by percent of draws",
          spec: bars(
            percentiles.map(({ at, amount }) => ({ name: `${at}%`, value: amount })),
            "total payment",
            ",.4~r",
          ),
        },
        {
          title: "Chance that an entry is paid this much or more, mean of all entries",
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
        percentiles.map(({ at, amount }) => [`${at}%`, pointsText(amount)]),
        "Total payment of all entries.",
      )}`,
    },
    {
      heading: "Entries",
      body: table(
        [{ title: "Lineup" }, number("Mean"), number("Paid"), number("First")],
        best.map(({ entry, mean, cash, win, players }) => [
          html`${entry} <span class="faint small">${players.map(({ name }) => name).join(", ")}</span>`,
          pointsText(mean),
          html`${chanceText(cash)}${bar(100 * cash)}`,
          chanceText(win),
        ]),
        "Each entry's mean payment, and its chances to be paid and to be first.",
      ),
    },
  ]);
}

/** For each amount, the mean of the entries' chances to be paid at least that much. */
function reachedByOne(entries: ContestFigures["entries"]): Bar[] {
  return (entries[0]?.reached ?? []).map(({ amount }, at) => ({
    name: pointsText(amount),
    value: entries.reduce((sum, { reached }) => sum + reached[at]!.chance, 0) / entries.length,
  }));
}
