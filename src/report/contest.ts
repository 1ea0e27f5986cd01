import { contestWords } from "../shared/books.ts";
import { html, facts as list, NOTHING, page } from "../shared/page.ts";
import { amountText, counted, grouped, percent } from "../shared/words.ts";
import type { Choice } from "../simulation/contest/choose.ts";
import type { ContestResult } from "../simulation/contest/contest.ts";
import { type Bar, bars } from "./charts.ts";
import { type Column, type Columns, cutColumn, type Part, part, sectionsOf } from "./parts.ts";
import { type SlateWords, slatePeople } from "./people.ts";

export type ContestFacts = ReturnType<typeof contestFacts>;

export function contestFacts(result: ContestResult, words: SlateWords) {
  const { person } = slatePeople(words);
  const { sport, book, contest } = words.contest;
  const { fit, ...field } = result.field;
  return rounded({
    ...{ sport, book, contest },
    ...result,
    field: {
      ...field,
      misfit: fit?.misfit ?? null,
      furthest: fit?.furthest ?? null,
      people: (fit?.people ?? []).map(({ uuid, ...shares }) => ({ ...person(uuid), ...shares })),
    },
    entries: result.entries.map(({ seats, ...returns }, index) => ({
      entry: index + 1,
      ...returns,
      profit: returns.mean / result.fee - 1,
      players: seats.map(({ slot, uuid }) => ({ slot, ...person(uuid, slot) })),
    })),
  });
}

/** Rounds all numbers to nine decimals, which removes binary noise. */
function rounded<Facts>(facts: Facts): Facts {
  if (typeof facts === "number") return (Math.round(facts * 1e9) / 1e9) as Facts;
  if (Array.isArray(facts)) return facts.map(rounded) as Facts;
  if (typeof facts !== "object" || facts === null) return facts;
  return Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, rounded(fact)])) as Facts;
}

export function contestHeading(facts: ContestFacts): string {
  const { draws, seed, fee, places, prizes, field, entries } = facts;
  const own = entries.length === 1 ? "1 entry" : `${grouped(entries.length)} entries`;
  return `${own} of ${amountText(fee)} against ${grouped(field.size)} opponents in ${contestWords(facts)}: ${amountText(prizes)} for ${counted(places, "place")}; ${grouped(draws)} draws, seed ${seed}.`;
}

function allRows({ all, withProjectionError, field, doubt }: ContestFacts): (readonly [string, string])[] {
  const { own, opponents } = field.points;
  return [
    ["Cost", amountText(all.cost)],
    ["Won, mean", `${amountText(all.mean)} (error ${amountText(all.error)})`],
    ["Profit by the projections", profitText(all, all.cost)],
    ...(withProjectionError === null
      ? []
      : [
          [
            "Profit with their error",
            `${doubt === null ? "" : "not believable: "}${profitText(withProjectionError, all.cost)}`,
          ] as const,
        ]),
    ...(all.fieldError === null
      ? []
      : [["Error from unknown opponents", percent(ofCost(all.fieldError, all.cost))] as const]),
    ["Opponents", SOURCES[field.source]],
    ["Projected points of a lineup", `${amountText(own)}, opponents ${amountText(opponents)}`],
    ["Chance of a profit", percent(all.gain)],
    ["Chance of any prize", percent(all.cash)],
    ["Chance of a first place", percent(all.win)],
    ["The best entry's prize, mean", amountText(all.best)],
    ["Different lineups of the field", grouped(field.distinct)],
  ];
}

function profitText({ profit, error }: Pick<ContestFacts["all"], "profit" | "error">, cost: number): string {
  return `${percent(profit)} (error ${percent(ofCost(error, cost))})`;
}

const PERCENTILES: readonly Column<ContestFacts["all"]["percentiles"][number]>[] = [
  ["In % of draws", ({ at }) => `${at}%`, "right"],
  ["At most", ({ amount }) => amountText(amount), "right"],
];

type EntryFacts = ContestFacts["entries"][number];

const entryColumns = (entries: readonly EntryFacts[]): Columns<EntryFacts> => [
  ["Entry", ({ entry }) => String(entry), "right"],
  ["Mean", ({ mean }) => amountText(mean), "right"],
  ["Cash", ({ cash }) => percent(cash), "bar"],
  ["Win", ({ win }) => percent(win), "right"],
  ["Alone", ({ alone }) => percent(alone), "extra"],
  ["Twins", ({ duplicates }) => twins(duplicates), "extra"],
  cutColumn(entries, "All cuts"),
  ["Lineup", ({ players }) => players.map(({ name }) => name).join(", "), "wraps"],
];

function twins({ expected, drawn }: EntryFacts["duplicates"]): string {
  return expected === null ? String(drawn) : expected.toFixed(expected < 10 ? 2 : 0);
}

function ofCost(amount: number, cost: number): number {
  return cost === 0 ? 0 : amount / cost;
}

const SOURCES: Readonly<Record<ContestFacts["field"]["source"], string>> = {
  ownership: "drawn by ownership",
  estimated: "drawn by estimated ownership",
  lineups: "given lineups",
};

const CHARTED = 20;

export function contestParts({ all: { percentiles }, entries }: ContestFacts): Part[] {
  const best = entries.toSorted((a, b) => b.mean - a.mean || a.entry - b.entry);
  const paid = percentiles.map(({ at, amount }) => ({ name: `${at}%`, value: amount }));
  const means = best.slice(0, CHARTED).map(({ entry, mean }) => ({ name: `Entry ${entry}`, value: mean }));
  return [
    part("All entries", PERCENTILES, percentiles, {
      charts: [
        {
          title: "Total payment that is not exceeded in this percent of draws",
          spec: bars(paid, "total payment", ",.4~r"),
        },
        {
          title: "Chance that an entry is paid this much or more, mean of all entries",
          spec: bars(reachedByOne(entries), "chance", "~%"),
        },
        { title: "Entries with the highest mean", spec: bars(means, "mean payment", ",.4~r") },
      ],
      caption: "Total payment of all entries.",
    }),
    part("Entries", entryColumns(best), best, {
      most: [10, best.length],
      caption: "Each entry's mean payment, and its chances to be paid and to be first.",
    }),
  ];
}

export async function contestPage(facts: ContestFacts): Promise<string> {
  const { doubt } = facts;
  return page(
    `Contest: ${contestWords(facts)}`,
    html`<p>${contestHeading(facts)}</p>${list(allRows(facts))}${doubt === null ? NOTHING : html`<p class="warn">${doubt}</p>`}`,
    await sectionsOf(contestParts(facts)),
  );
}

function reachedByOne(entries: ContestFacts["entries"]): Bar[] {
  return (entries[0]?.reached ?? []).map(({ amount }, at) => ({
    name: amountText(amount),
    value: entries.reduce((sum, { reached }) => sum + reached[at]!.chance, 0) / entries.length,
  }));
}

export function allPart(facts: ContestFacts): Part {
  const columns: readonly Column<readonly [string, string]>[] = [
    ["All entries", ([name]) => name],
    ["", ([, value]) => value, "right"],
  ];
  return part("All entries", columns, allRows(facts));
}

/** What chosen entries are worth, against the lineups with the most points. */
export function choiceWords({ goal, worth, portfolioWorth, heldOut }: Choice): string {
  const [what, shown] = {
    payout: ["the mean of all payments", amountText] as const,
    best: ["the mean of the best payment", amountText] as const,
    first: ["the chance of a first place", percent] as const,
  }[goal];
  const both = `in the draws used for choosing, ${what} is ${shown(worth)}; in other draws, ${shown(heldOut.worth)}`;
  if (portfolioWorth === null || heldOut.portfolioWorth === null) return `${both}.`;
  return `${both}. For the portfolio with the most points, it is ${shown(portfolioWorth)} and ${shown(heldOut.portfolioWorth)}.`;
}

type Returns = ContestFacts["entries"][number];

/** All figures of the entries, for programs. */
export function exactColumns({ entries }: ContestFacts): Columns<Returns> {
  const numbers = ["entry", "mean", "error", "deviation", "profit", "cash", "win", "alone"] as const;
  return [
    ...numbers.map((name): Column<Returns> => [name, (one) => decimals(one[name])]),
    ["duplicates expected", ({ duplicates: { expected } }) => (expected === null ? "" : decimals(expected))],
    ["duplicates drawn", ({ duplicates }) => String(duplicates.drawn)],
    entries.some(({ cut }) => cut !== undefined) && ["cut", ({ cut }) => decimals(cut ?? 0)],
    ["lineup", ({ players }) => players.map(({ slot, name }) => `${slot} ${name}`).join(", ")],
  ];
}

function decimals(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}

/** What to know about the opponents; false and null do not apply. */
export function fieldNotes({
  doubt,
  field: { source, standings, fit, leftOut, size },
}: ContestResult): (string | false | null)[] {
  const alike =
    standings === null
      ? "no standings of this kind of contest are known: opponents match the intended ownership, and optimize and leave salary as in other sports, but do not stack or repeat lineups, so a profit may be too high. --field-file takes real opponents."
      : `opponents match the intended ownership, and optimize, spend, stack and repeat lineups as in ${standings}. --field-file takes real opponents.`;
  return [
    leftOut > 0 &&
      `${grouped(leftOut)} of ${grouped(size + leftOut)} opponents have a player without points, and are left out.`,
    source === "estimated" &&
      "no ownership is given: it is estimated. --ownership-out writes the estimate; an Ownership column in the projections replaces it.",
    source !== "lineups" && alike,
    fit &&
      `the opponents' ownership differs from the intended one by ${fit.misfit.toFixed(2)} percentage points on average, ${fit.furthest.toFixed(1)} at most.`,
    doubt,
  ];
}
