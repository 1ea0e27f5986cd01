import { afterAll, expect, it } from "vitest";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import { type RuledSlate, readyRules } from "../../src/report/ready-rules.ts";
import { sampleSlate } from "../support/sample-slates.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

function factsOf(file: string, columns: readonly string[] = []) {
  const slate = readSlateFile(sampleSlate(file), { file });
  const { slots, salaryCap } = optimizer.catalog.contest(slate.sport, slate.book, slate.contest);
  const seats = slots.flatMap((slot) => new Array<typeof slot>(slot.count).fill(slot));
  const facts: RuledSlate = {
    ...{ sport: slate.sport, cap: salaryCap?.default ?? null, columns },
    seats: seats.map(({ name }) => name),
    multipliers: seats.map(({ pointsMultiplier }) => pointsMultiplier),
    players: slate.entries.map(({ name, ...entry }) => ({ ...entry, ref: entry.bookId ?? name })),
  };
  return { slate, facts };
}

it.each([
  ["american-football.draftkings.classic.csv", "double stack with a bring-back"],
  ["american-football.draftkings.showdown.csv", "captain quarterback with two receivers"],
  ["baseball.draftkings.classic.csv", "5-3 stack"],
  ["ice-hockey.yahoo.classic.csv", "no player against my goalie"],
  ["mma.draftkings.classic.csv", "one of each fight"],
  ["golf.draftkings.classic.csv", "at least one of a group"],
])("some lineup keeps each of the rules offered for %s", async (file, known) => {
  const { slate, facts } = factsOf(file);
  const rules = readyRules(facts);
  const open = await optimizer.openSlate(slateInputs(slate));
  const names = rules.map(({ value }) => value.name);
  expect(names).toContain(known);
  expect(new Set(names).size).toBe(names.length);
  for (const { kind, value } of rules) {
    const { least: _, ...always } = value;
    const own = kind === "rule" ? { lineups: 1, rules: [always] } : { lineups: 4, exposure: [always] };
    const portfolio = { ...own, method: "sequential" } as const;
    const { points } = await open.portfolio({ portfolio });
    expect([value.name, points.length]).toEqual([value.name, own.lineups]);
  }
});

it("rules about a column are offered for files that have it, whatever its usual name", () => {
  for (const column of ["Own", "pOwn%", "Ownership", "Proj Own", "Projected Ownership"]) {
    const found = readyRules(factsOf("mma.draftkings.classic.csv", [column]).facts);
    const about = found.filter(({ value }) => JSON.stringify(value).includes(`"${column}"`));
    expect(about.map(({ value }) => value.name)).toEqual(["total ownership", "few expected duplicates"]);
    for (const { value } of about) expect(parsePortfolio({ rules: [value] })).toEqual({ rules: [value] });
  }
});
