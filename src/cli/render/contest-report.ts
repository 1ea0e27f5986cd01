import type { ContestFigures } from "../../report/contest-page.ts";
import type { ContestFacts } from "./contest-facts.ts";
import { folded } from "./folded.ts";
import { type Column, grid } from "./grid.ts";
import { type Look, styled } from "./look.ts";

/** How many entries are shown. */
const SHOWN = 10;

const right = (title: string): Column => ({ title, alignment: "right" });

/** A contest's returns to be read: all entries together, and the best of them. */
export function contestReport(facts: ContestFacts, look: Look): string {
  const best = facts.entries.toSorted((a, b) => b.mean - a.mean || a.entry - b.entry);
  const more = best.length - SHOWN;
  const blocks = [
    styled("title", folded(heading(facts), look.width, "  "), look),
    grid([{ title: "All entries", alignment: "left" }, right("")], allRows(facts), look).trimEnd(),
    grid([right("In % of draws"), right("At most")], percentileRows(facts), look).trimEnd(),
    grid(
      [
        ...[right("Entry"), right("Mean"), right("Cash"), right("Win"), right("Alone"), right("Twins")],
        { title: "Lineup", alignment: "left", wraps: true },
      ],
      best
        .slice(0, SHOWN)
        .map((one) => [
          String(one.entry),
          money(one.mean),
          percent(one.cash),
          percent(one.win),
          percent(one.alone),
          twins(one.duplicates),
          one.players.map(({ name }) => name).join(", "),
        ]),
      look,
    ).trimEnd() + (more > 0 ? `\nand ${more.toLocaleString("en-US")} more; --format json has them all.` : ""),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The same as a page. */
export function contestFigures(facts: ContestFacts): ContestFigures {
  const { sport, book, contest, all, entries } = facts;
  return {
    title: `Contest: ${sport} ${book} ${contest}`,
    lead: heading(facts),
    all: allRows(facts).map(([name, value]) => [name!, value!] as const),
    percentiles: all.percentiles,
    entries,
  };
}

function heading({
  sport,
  book,
  contest,
  draws,
  seed,
  fee,
  places,
  prizes,
  field,
  entries,
}: ContestFacts): string {
  const own = entries.length === 1 ? "1 entry" : `${whole(entries.length)} entries`;
  return `${own} of ${money(fee)} against ${whole(field.size)} opponents in ${sport} ${book} ${contest}: ${money(prizes)} for ${places === 1 ? "1 place" : `${whole(places)} places`}; ${whole(draws)} draws, seed ${seed}.`;
}

function allRows({ all, field }: ContestFacts): string[][] {
  return [
    ["Cost", money(all.cost)],
    ["Won, mean", `${money(all.mean)} (error ${money(all.error)})`],
    ["Profit, mean", `${percent(all.profit)} (error ${percent(all.cost === 0 ? 0 : all.error / all.cost)})`],
    ["Opponents", SOURCES[field.source]],
    ["Chance of a profit", percent(all.gain)],
    ["Chance of any prize", percent(all.cash)],
    ["Chance of a first place", percent(all.win)],
    ["The best entry's prize, mean", money(all.best)],
    ["Different lineups of the field", whole(field.distinct)],
  ];
}

/** Where the opponents are from, on which a profit rests. */
const SOURCES: Readonly<Record<ContestFacts["field"]["source"], string>> = {
  ownership: "drawn by ownership",
  draws: "drawn by simulation",
  lineups: "given lineups",
};

function percentileRows({ all }: ContestFacts): string[][] {
  return all.percentiles.map(({ at, amount }) => [`${at}%`, money(amount)]);
}

function twins({ expected, drawn }: ContestFacts["entries"][number]["duplicates"]): string {
  return expected === null ? String(drawn) : expected.toFixed(expected < 10 ? 2 : 0);
}

function whole(value: number): string {
  return value.toLocaleString("en-US");
}

function money(value: number): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function percent(part: number): string {
  return `${(100 * part).toFixed(2)}%`;
}
