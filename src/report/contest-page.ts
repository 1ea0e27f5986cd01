import { contestWords } from "../shared/books.ts";
import { html, facts as list, NOTHING, page } from "../shared/page.ts";
import { amountText } from "../shared/words.ts";
import { type Bar, bars, figures } from "./charts.ts";
import { pageTable } from "./columns.ts";
import { allRows, type ContestFacts, contestHeading, entryColumns, PERCENTILES } from "./contest-facts.ts";

const MOST_CHARTED = 20;

export async function contestPage(facts: ContestFacts): Promise<string> {
  const { doubt, entries } = facts;
  const { percentiles } = facts.all;
  const best = entries.toSorted((a, b) => b.mean - a.mean || a.entry - b.entry);
  return page(
    `Contest: ${contestWords(facts)}`,
    html`<p>${contestHeading(facts)}</p>${list(allRows(facts))}${doubt === null ? NOTHING : html`<p class="warn">${doubt}</p>`}`,
    [
      {
        heading: "All entries",
        body: html`${await figures([
          {
            title: "Total payment that is not exceeded in this percent of draws",
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
              best.slice(0, MOST_CHARTED).map(({ entry, mean }) => ({ name: `Entry ${entry}`, value: mean })),
              "mean payment",
              ",.4~r",
            ),
          },
        ])}${pageTable(PERCENTILES, percentiles, "Total payment of all entries.")}`,
      },
      {
        heading: "Entries",
        body: pageTable(
          entryColumns(best),
          best,
          "Each entry's mean payment, and its chances to be paid and to be first.",
        ),
      },
    ],
  );
}

function reachedByOne(entries: ContestFacts["entries"]): Bar[] {
  return (entries[0]?.reached ?? []).map(({ amount }, at) => ({
    name: amountText(amount),
    value: entries.reduce((sum, { reached }) => sum + reached[at]!.chance, 0) / entries.length,
  }));
}
