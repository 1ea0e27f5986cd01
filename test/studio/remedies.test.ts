import { readFileSync } from "node:fs";
import { createOptimizer } from "dfs-lineups/browser";
import { afterAll, expect, it } from "vitest";
import { compileHighs } from "../../src/platform/node/machinery.ts";
import { failureOf } from "../../src/studio/engine/failure.ts";
import { solve } from "../../src/studio/engine/live.ts";
import type { Failed } from "../../src/studio/engine/messages.ts";
import { readRules } from "../../src/studio/engine/rules.ts";
import { opened, type Session } from "../../src/studio/engine/session.ts";
import { type Doc, NEW, type RuleItem } from "../../src/studio/state/doc.ts";
import { docOf } from "../../src/studio/state/doc-of.ts";
import { editOf, isPortfolio, sectionOf } from "../../src/studio/state/portfolio-of.ts";
import { remediesFor } from "../../src/studio/state/remedies.ts";

const COUNT = 5;

const optimizer = await createOptimizer({ highs: await compileHighs() });
afterAll(() => optimizer.close());

async function openedSlate(name: string): Promise<Session> {
  const bytes = new Uint8Array(readFileSync(new URL(`../../examples/slates/${name}`, import.meta.url)));
  const own = { catalog: optimizer.catalog, aliases: [], tables: [] };
  return (await opened([], [{ name, bytes, time: 0 }], own)).session;
}

const session = await openedSlate("american-football.draftkings.classic.csv");
const { facts } = session;

/** The players of a position, the dearest first. */
const at = (position: string) =>
  [...facts.players.keys()]
    .filter((player) => facts.players[player]!.position === position)
    .sort((a, b) => facts.players[b]!.salary - facts.players[a]!.salary);
const [QB, RB, WR] = [at("QB"), at("RB"), at("WR")];
const [qb, otherQb] = QB as [number, number];
const [rb] = RB as [number];
const [wr] = WR as [number];
const nameOf = (player: number) => facts.players[player]!.name;
const last = (player: number) =>
  nameOf(player)
    .replace(/ (Jr\.|II)$/, "")
    .split(" ")
    .slice(1)
    .join(" ");

const rule = (value: Extract<RuleItem, { kind: "rule" }>["value"], id = 1): RuleItem => ({
  ...{ id, on: true, kind: "rule", value },
});
const together: RuleItem = {
  ...{ id: 1, on: true, kind: "exposure" },
  value: { name: "both", of: [qb, otherQb].map((one) => facts.players[one]!.ref), times: 2, least: "30%" },
};
/** All but the dearest so many players of each position. */
function allBut(counts: readonly number[]): ReadonlySet<number> {
  const left = facts.positions.flatMap((position, place) => at(position).slice(0, counts[place]));
  return new Set([...facts.players.keys()].filter((player) => !left.includes(player)));
}
const least = (percent: number, ...players: readonly number[]) =>
  new Map(players.map((player) => [player, { least: percent, most: null }]));
const stackOfEight = rule({ name: "stack", some: "team", count: { least: 8 } });
const fewOfATeam = { name: "few of a team", every: "team", count: { most: 2 } } as const;
const withoutQb = rule({ name: "no passer", count: { of: { position: "QB" }, most: 0 } });

/** What contradicts each other, and the remedies that are offered. Each of them alone must help. */
const EDITS: Readonly<Record<string, readonly [Partial<Doc>, ...string[]]>> = {
  locks: [{ locks: new Set([qb, otherQb]) }, `Unlock ${last(qb)}`, `Unlock ${last(otherQb)}`],
  "locks in a slot": [
    {
      slotLocks: new Map([
        [rb, "FLEX"],
        [wr, "FLEX"],
      ]),
    },
    `Unlock ${last(rb)}`,
    `Unlock ${last(wr)}`,
  ],
  "a salary cap": [{ cap: 20_000 }, "Cap back to $50,000"],
  exclusions: [{ bans: new Set(QB) }, "Bring all back"],
  "exclusions that no conflict names": [
    {
      bans: new Set(QB.slice(1)),
      rules: [
        rule({
          name: "another passer",
          count: { of: QB.slice(1).map((one) => facts.players[one]!.ref), least: 1 },
        }),
      ],
    },
    "Bring all back",
    "Turn off another passer",
  ],
  "an exclusion that has no part in it": [
    { bans: new Set([wr]), locks: new Set([qb, otherQb]) },
    `Unlock ${last(qb)}`,
    `Unlock ${last(otherQb)}`,
  ],
  "minimum exposures": [{ limits: least(60, qb, otherQb) }, `Free ${last(qb)}`, `Free ${last(otherQb)}`],
  "minimum exposures one by one": [
    { limits: least(60, qb), method: "sequential" },
    `Free ${last(qb)}`,
    "Solve as a whole",
  ],
  "a maximum exposure of a locked player": [
    { locks: new Set([qb]), limits: new Map([[qb, { least: null, most: 50 }]]) },
    `Free ${last(qb)}`,
    `Unlock ${last(qb)}`,
  ],
  "the most exposure": [{ most: 1 }, "Any exposure"],
  "a rule of every lineup": [{ rules: [withoutQb] }, "Turn off no passer"],
  "a stack and a limit of teams": [
    { rules: [stackOfEight, rule(fewOfATeam, 2)] },
    "Turn off stack",
    "Turn off few of a team",
  ],
  "rules of most lineups": [
    {
      rules: [
        { ...stackOfEight, value: { ...stackOfEight.value, least: "60%" } } as RuleItem,
        rule({ ...fewOfATeam, least: "60%" }, 2),
      ],
    },
    "Turn off stack",
    "Turn off few of a team",
  ],
  "a group": [{ rules: [together] }, "Turn off both"],
  "a least salary above the cap": [{ leastSalary: 60_000 }, "Any salary"],
  "the number of lineups": [{ lineups: 10, cap: 100_000, bans: allBut([1, 3, 4, 1, 1]) }, "Ask for 7"],
};

/** Descriptions, the first section of which is solved. */
const FILES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "an imported exclusion": ["exclude: [{ position: QB }]\n", "Remove it"],
  "an imported salary": ["salary: 20000..21000\n", "Any salary"],
  "a name of two players": [`lock: [${nameOf(qb)}]\n`, "Remove it"],
  "a section and the rules of all": [
    `lock: [${facts.players[qb]!.ref}]\ncontests: [{ name: cash, lock: [${nameOf(otherQb)}] }]\n`,
    `Unlock ${last(otherQb)}`,
    `Unlock ${last(qb)}`,
  ],
};

/** What prevents lineups, or as many as asked for; null if nothing does. */
async function failing(
  session: Session,
  doc: Doc,
  section: number | null,
): Promise<{ failed: Omit<Failed, "text">; found: number } | null> {
  const method = isPortfolio(doc, section) ? (sectionOf(doc, section)?.method ?? doc.method) : "exact";
  const running = { signal: new AbortController().signal, progress: () => {}, isKept: () => false };
  try {
    const edit = editOf(doc, session.facts, section);
    const { shortfall, contradicts, points } = await solve(optimizer, session, { edit, method }, running);
    return shortfall === null
      ? null
      : { failed: { code: "short", conflicts: contradicts }, found: points.length };
  } catch (error) {
    return { failed: failureOf(error, session), found: 0 };
  }
}

async function expectRemedies(
  slate: Session,
  doc: Doc,
  remedies: readonly string[],
  section: number | null = null,
): Promise<void> {
  const failure = await failing(slate, doc, section);
  const about = { doc, slate: slate.facts, section, found: failure!.found };
  const { own } = remediesFor(failure!.failed, about);
  expect(own.map(({ remedy }) => remedy).sort()).toEqual([...remedies].sort());
  for (const { remedy, change } of own)
    expect([remedy, await failing(slate, { ...doc, ...change }, section)]).toEqual([remedy, null]);
}

it.each(Object.entries(EDITS))("each remedy for %s removes the failure", async (_, [change, ...remedies]) => {
  await expectRemedies(session, { ...NEW, lineups: COUNT, ...change }, remedies);
});

it.each(Object.entries(FILES))("each remedy for %s removes the failure", async (_, [text, ...remedies]) => {
  const doc = docOf(await readRules(session, { text, file: "rules.yaml" }), text, NEW);
  await expectRemedies(session, { ...doc, lineups: COUNT }, remedies, doc.contests[0]?.id);
});

it("the remedy for how lineups differ removes the failure", async () => {
  const showdown = await openedSlate("american-football.draftkings.showdown.csv");
  await expectRemedies(showdown, { ...NEW, lineups: 10, unique: 6 }, ["Differ by 1"]);
});
