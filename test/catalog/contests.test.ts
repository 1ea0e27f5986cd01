import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ContestTable } from "../../src/catalog/contest-table.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { loadContestTable } from "../../src/platform/node/tables.ts";

const RULES = fileURLToPath(new URL("../../rules/", import.meta.url));

/** The contests as they are agreed on: slots as "name count: positions", rules as a word each, the default cap. */
const AGREED: Readonly<Record<string, { slots: string; upload: string; rules: string; cap: number }>> = {
  "american-football/bookA.classic": {
    slots: "QB 1: QB | RB 2: RB | WR 3: WR | TE 1: TE | FLEX 1: RB WR TE | DST 1: DST",
    upload: "QB RB RB WR WR WR TE FLEX DST",
    rules: "games 2+, 2 games, stack QB WR",
    cap: 50000,
  },
  "american-football/bookA.showdown": {
    slots: "CPT 1 x1.5 captainSalary: QB RB WR TE K DST | FLEX 5: QB RB WR TE K DST",
    upload: "CPT FLEX FLEX FLEX FLEX FLEX",
    rules: "games 1-1, both teams, stack QB WR",
    cap: 50000,
  },
  "american-football/bookB.classic": {
    slots: "QB 1: QB | RB 2: RB | WR 3: WR | TE 1: TE | FLEX 1: RB WR TE | DST 1: DST",
    upload: "QB RB RB WR WR WR TE FLEX DEF",
    rules: "games 2+, 2 games, stack QB WR",
    cap: 60000,
  },
  "ice-hockey/bookA.classic": {
    slots: "C 2: C | W 3: W | D 2: D | UTIL 1: C W D | G 1: G",
    upload: "C C W W W D D G UTIL",
    rules: "games 2+, 3 teams but G",
    cap: 50000,
  },
  "ice-hockey/bookA.showdown": {
    slots: "CPT 1 x1.5 captainSalary: C W D G | UTIL 5: C W D G",
    upload: "CPT FLEX FLEX FLEX FLEX FLEX",
    rules: "games 1-1, both teams",
    cap: 50000,
  },
  "ice-hockey/bookB.classic": {
    slots: "C 2: C | W 2: W | D 2: D | UTIL 2: C W D | G 1: G",
    upload: "C C W W D D UTIL UTIL G",
    rules: "games 2+, 4 of a team but G",
    cap: 55000,
  },
  "basketball/bookA.classic": {
    slots:
      "PG 1: PG | SG 1: SG | SF 1: SF | PF 1: PF | C 1: C | G 1: PG SG | F 1: SF PF | UTIL 1: PG SG SF PF C",
    upload: "PG SG SF PF C G F UTIL",
    rules: "games 2+, 2 games",
    cap: 50000,
  },
  "basketball/bookA.showdown": {
    slots: "CPT 1 x1.5 captainSalary: PG SG SF PF C | UTIL 5: PG SG SF PF C",
    upload: "CPT UTIL UTIL UTIL UTIL UTIL",
    rules: "games 1-1, both teams",
    cap: 50000,
  },
  "basketball/bookB.classic": {
    slots: "PG 2: PG | SG 2: SG | SF 2: SF | PF 2: PF | C 1: C",
    upload: "PG PG SG SG SF SF PF PF C",
    rules: "games 2+, 4 of a team",
    cap: 60000,
  },
};

const POSITIONS: Readonly<Record<string, string>> = {
  "american-football classic": "QB RB WR TE DST=D=DEF(team)",
  "american-football showdown": "QB RB WR TE K DST=D=DEF(team)",
  "ice-hockey classic": "C W=LW=RW D G",
  "ice-hockey showdown": "C W=LW=RW D G",
  "basketball classic": "PG SG SF PF C",
  "basketball showdown": "PG SG SF PF C",
};

test("the folder holds the nine contests and nothing else", async () => {
  const files = (await readdir(RULES, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(RULES.length).replace(/^\//, ""));
  expect(files.sort()).toEqual(
    Object.keys(AGREED)
      .map((name) => `${name}.json`)
      .sort(),
  );
  expect((await loadCatalog()).contests).toHaveLength(9);
});

test.each(Object.entries(AGREED))("%s is what was agreed on", async (name, agreed) => {
  const table = await loadContestTable(`${RULES}${name}.json`);
  expect(`${table.sport}/${table.book}.${table.contest}`).toBe(name);
  expect(table.slots.map(showSlot).join(" | ")).toBe(agreed.slots);
  expect(showUpload(table)).toBe(agreed.upload);
  expect(showRules(table)).toBe(agreed.rules);
  expect(table.salaryCap.default).toBe(agreed.cap);
  expect(table.positions.map(showPosition).join(" ")).toBe(POSITIONS[`${table.sport} ${table.contest}`]);
});

function showSlot(slot: ContestTable["slots"][number]): string {
  const pays = slot.pointsMultiplier === 1 ? "" : ` x${slot.pointsMultiplier}`;
  const costs = slot.salary === "salary" ? "" : ` ${slot.salary}`;
  return `${slot.name} ${slot.count}${pays}${costs}: ${slot.accepts.join(" ")}`;
}

function showUpload({ slots, uploadOrder }: ContestTable): string {
  return uploadOrder
    .flatMap((name) => {
      const slot = slots.find((each) => each.name === name)!;
      return Array.from({ length: slot.count }, () => slot.uploadColumn);
    })
    .join(" ");
}

function showRules(table: ContestTable): string {
  const but = (except: readonly string[]) => (except.length === 0 ? "" : ` but ${except.join(" ")}`);
  const { games, minimumGames, minimumTeams, teamLimits, bothTeams, stack } = table;
  return [
    `games ${games.minimum}${games.maximum === null ? "+" : `-${games.maximum}`}`,
    minimumGames && `${minimumGames.minimum} games${but(minimumGames.except)}`,
    minimumTeams && `${minimumTeams.minimum} teams${but(minimumTeams.except)}`,
    ...teamLimits.map(({ maximum, except }) => `${maximum} of a team${but(except)}`),
    bothTeams && "both teams",
    stack && `stack ${stack.passer} ${stack.receiver}`,
  ]
    .filter((rule) => rule !== null)
    .join(", ");
}

function showPosition({ name, aliases, entry }: ContestTable["positions"][number]): string {
  return [name, ...aliases].join("=") + (entry === "team" ? "(team)" : "");
}
