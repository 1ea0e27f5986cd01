import type { ContestFigures } from "../../report/contest-page.ts";
import { counted, grouped, money, percent } from "./amounts.ts";
import type { ContestFacts } from "./contest-facts.ts";
import { blocks, folded } from "./folded.ts";
import { grid } from "./grid.ts";
import { type Look, styled } from "./look.ts";

/** The maximum number of entries shown. */
const SHOWN = 10;

/** A contest's returns as text: all entries together, and the best of them. */
export function contestReport(facts: ContestFacts, look: Look): string {
  const best = facts.entries.toSorted((a, b) => b.mean - a.mean || a.entry - b.entry);
  return blocks(
    styled("title", folded(heading(facts), look.width, "  "), look),
    grid(
      [
        ["All entries", ([name]) => name],
        ["", ([, value]) => value, "right"],
      ],
      allRows(facts),
      look,
    ),
    grid(
      [
        ["In % of draws", ({ at }) => `${at}%`, "right"],
        ["At most", ({ amount }) => money(amount), "right"],
      ],
      facts.all.percentiles,
      look,
    ),
    grid(
      [
        ["Entry", ({ entry }) => String(entry), "right"],
        ["Mean", ({ mean }) => money(mean), "right"],
        ["Cash", ({ cash }) => percent(cash), "right"],
        ["Win", ({ win }) => percent(win), "right"],
        ["Alone", ({ alone }) => percent(alone), "right"],
        ["Twins", ({ duplicates }) => twins(duplicates), "right"],
        ["Lineup", ({ players }) => players.map(({ name }) => name).join(", "), "wraps"],
      ],
      best,
      look,
      SHOWN,
      "; --format json has them all.",
    ),
  );
}

/** The same as a page. */
export function contestFigures(facts: ContestFacts): ContestFigures {
  const { sport, book, contest, all, entries } = facts;
  return {
    title: `Contest: ${sport} ${book} ${contest}`,
    lead: heading(facts),
    all: allRows(facts),
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
  const own = entries.length === 1 ? "1 entry" : `${grouped(entries.length)} entries`;
  return `${own} of ${money(fee)} against ${grouped(field.size)} opponents in ${sport} ${book} ${contest}: ${money(prizes)} for ${counted(places, "place")}; ${grouped(draws)} draws, seed ${seed}.`;
}

function allRows({ all, field }: ContestFacts): (readonly [string, string])[] {
  return [
    ["Cost", money(all.cost)],
    ["Won, mean", `${money(all.mean)} (error ${money(all.error)})`],
    ["Profit, mean", `${percent(all.profit)} (error ${percent(all.cost === 0 ? 0 : all.error / all.cost)})`],
    ["Opponents", SOURCES[field.source]],
    ["Chance of a profit", percent(all.gain)],
    ["Chance of any prize", percent(all.cash)],
    ["Chance of a first place", percent(all.win)],
    ["The best entry's prize, mean", money(all.best)],
    ["Different lineups of the field", grouped(field.distinct)],
  ];
}

/** The sources of the opponents, which a profit depends on. */
const SOURCES: Readonly<Record<ContestFacts["field"]["source"], string>> = {
  ownership: "drawn by ownership",
  draws: "drawn by simulation",
  lineups: "given lineups",
};

function twins({ expected, drawn }: ContestFacts["entries"][number]["duplicates"]): string {
  return expected === null ? String(drawn) : expected.toFixed(expected < 10 ? 2 : 0);
}
