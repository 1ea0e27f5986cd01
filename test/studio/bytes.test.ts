import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createOptimizer } from "dfs-lineups/browser";
import { afterAll, describe, expect, it } from "vitest";
import { entriesLines } from "../../bench/slates/entries-lines.ts";
import { compileHighs } from "../../src/platform/node/machinery.ts";
import { filled, uploads } from "../../src/studio/engine/downloads.ts";
import { solve } from "../../src/studio/engine/live.ts";
import { after, choose, payouts } from "../../src/studio/engine/long.ts";
import type { Edit, GivenFile } from "../../src/studio/engine/messages.ts";
import { readRules } from "../../src/studio/engine/rules.ts";
import { opened, type Session } from "../../src/studio/engine/session.ts";
import { swap } from "../../src/studio/engine/swap.ts";
import { NEW } from "../../src/studio/state/doc.ts";
import { docOf } from "../../src/studio/state/doc-of.ts";
import { editOf } from "../../src/studio/state/portfolio-of.ts";
import { dfsLineups, Scratch } from "../support/command.ts";

const SLATES = fileURLToPath(new URL("../../examples/slates/", import.meta.url));
/** The samples of books that take files of lineups; one in this many, or more with a larger factor of runs. */
const EVERY = Math.max(1, Math.round(12 / Number(process.env["DFS_LINEUPS_RUNS_FACTOR"] ?? 1)));
const NAMES = readdirSync(SLATES).filter((name) => name.endsWith(".csv") && !name.includes(".yahoo."));
const COUNT = 4;

const scratch = new Scratch();
const optimizer = await createOptimizer({ highs: await compileHighs() });
afterAll(async () => {
  await optimizer.close();
  scratch[Symbol.dispose]();
});

const { signal } = new AbortController();
const running = { signal, progress: () => {}, isKept: () => false };
const EDIT: Edit = {
  ...{ count: COUNT, points: [], ownership: [], locks: [], bans: [], cap: null, portfolio: null },
};

const fileOf = (name: string, text: string): GivenFile => ({
  ...{ name, time: 0, bytes: new TextEncoder().encode(text) },
});

async function openedAs(name: string, text: string, before: readonly GivenFile[] = []): Promise<Session> {
  return (
    await opened(before, [fileOf(name, text)], {
      catalog: optimizer.catalog,
      aliases: [],
      tables: [],
    })
  ).session;
}

const lineupsOf = async (session: Session) =>
  (await solve(optimizer, session, { edit: EDIT, method: "exact" }, running)).entries;

async function written(...args: readonly string[]): Promise<string> {
  const file = scratch.path("out.csv");
  const { exitCode, stderr } = await dfsLineups([...args, "-o", file]);
  if (exitCode !== 0) throw new Error(stderr);
  return readFileSync(file, "utf8");
}

const textOf = (bytes: Uint8Array | string) =>
  typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes);

describe("the studio's engine writes what the commands write", () => {
  it("for rules over the columns of another file, also in swaps", async () => {
    const file = `${SLATES}ice-hockey.draftkings.classic.csv`;
    const lines = `${SLATES}../ice-hockey/lines.csv`;
    const pool = readFileSync(file, "utf8");
    const given = [fileOf("salaries.csv", pool), fileOf("lines.csv", readFileSync(lines, "utf8"))];
    const session = await openedAs("lines.csv", readFileSync(lines, "utf8"), given.slice(0, 1));
    expect(session.facts).toMatchObject({ columns: expect.arrayContaining(["Line", "PP"]) });
    expect(session.facts.attributes).toEqual(["lines.csv"]);
    const text = "rules: [{ some: { column: Line, of: { position: [C, W] } }, count: { least: 3 } }]\n";
    const rules = ["--attributes", lines, "-r", scratch.write("rules.yaml", text)];
    const doc = docOf(await readRules(session, { text, file: "rules.yaml" }), text, NEW);
    const edit = { ...editOf(doc, session.facts), count: COUNT };
    const { entries } = await solve(optimizer, session, { edit, method: "joint" }, running);
    const { stdout } = await dfsLineups(["optimize", file, ...rules, "-n", `${COUNT}`, "--format", "csv"]);
    expect(uploads(session, entries)[0]).toBe(stdout);

    const entered = entriesLines({
      ...{ book: "bookA", kind: "entries", slots: session.facts.seats },
      ...{ pool: pool.trimEnd().split(/\r?\n/), lineups: new Array<null>(COUNT).fill(null) },
    }).join("\n");
    const built = textOf(filled(await openedAs("entries.csv", entered), entries, []).bytes);
    const asked = await openedAs("entries.csv", built, given);
    const [out] = entries;
    const now = new Date(Date.parse(session.facts.players[0]!.startsAt!) - 7_200_000).toISOString();
    const swapped = await swap(
      optimizer,
      asked,
      { edit: { ...edit, bans: [out!] }, now, news: null },
      running,
    );
    const args = ["swap", scratch.write("built.csv", built), ...rules, "--now", now];
    const player = session.facts.players[out!]!;
    expect(textOf(swapped.download.bytes)).toBe(await written(...args, "--exclude", player.bookId!));
  });

  it("for empty entries after the first lock, by swapping, and by filling them without the locked ones", async () => {
    const file = `${SLATES}basketball.draftkings.classic.csv`;
    const pool = readFileSync(file, "utf8").trimEnd().split(/\r?\n/);
    const { facts } = await openedAs("salaries.csv", `${pool.join("\n")}\n`);
    const empty = entriesLines({
      ...{ book: "bookA", kind: "entries", slots: facts.seats, pool },
      lineups: new Array<null>(COUNT).fill(null),
    });
    const before = await openedAs("entries.csv", empty.join("\n"));
    expect(before.facts.entries).toMatchObject({ hasBegun: false, filled: [] });
    const lineups = await lineupsOf(before);
    const built = textOf(filled(before, lineups, []).bytes);
    // The book marks a player of the first entry; the last three are empty.
    const { bookId } = before.facts.players[lineups[0]!]!;
    const marked = empty.with(1, built.split(/\r?\n/)[1]!.replace(bookId!, "$& (LOCKED)"));
    const text = marked.join("\n");
    const session = await openedAs("entries.csv", text);
    expect(session.facts.entries).toMatchObject({ hasBegun: true, count: COUNT });
    const [locked, ...others] = session.facts.entries!.contests.flatMap(({ ids }) => ids);
    expect(session.facts.entries!.filled).toEqual([locked]);
    const now = new Date(Date.parse(facts.players[0]!.startsAt!) - 86_400_000).toISOString();
    const { entries, download } = await swap(optimizer, session, { edit: EDIT, now, news: null }, running);
    expect(entries.map(({ verdict }) => verdict).slice(1)).toEqual(others.map(() => "swapped"));
    const args = ["swap", scratch.write("marked.csv", text), "--now", now];
    expect(textOf(download.bytes)).toBe(await written(...args));

    expect(() => filled(session, lineups, [])).toThrow(/locked player.*fills empty entries/);
    const rows = textOf(filled(session, lineups, [locked!]).bytes).split(/\r?\n/);
    expect(rows[1]).toBe(marked[1]);
    for (const [at] of others.entries()) expect(rows[at + 2]).not.toBe(marked[at + 2]);
  });

  it("for entries that are chosen by what they win", async () => {
    const file = `${SLATES}basketball.draftkings.showdown.csv`;
    const session = await openedAs("salaries.csv", readFileSync(file, "utf8"));
    const edit = { ...EDIT, count: 6 };
    const terms = { fee: 5, shape: "top-heavy", field: 100, draws: 64 } as const;
    const asked = { edit, portfolio: null, terms, goal: "best" } as const;
    const { lineups } = await choose(optimizer, session, asked, running);
    const chosen = scratch.path("chosen.csv");
    const { stderr } = await dfsLineups([
      ...["contest", file, "--choose", "6", "--goal", "best"],
      ...["--payouts", terms.shape, "--fee", "5", "--field", "100", "--draws", "64", "--chosen", chosen],
    ]);
    expect(stderr).toContain("chose 6 of");
    expect(uploads(session, lineups.entries)[0]).toBe(readFileSync(chosen, "utf8"));
  });

  it("for the contest of standings, with the user's own entries and the contest's payouts", async () => {
    const history = `${SLATES}../history/`;
    const read = (name: string) => readFileSync(history + name, "utf8");
    const pool = readFileSync(`${SLATES}basketball.draftkings.classic.csv`, "utf8");
    const given = [fileOf("salaries.csv", pool), fileOf("projections.csv", read("monday/projections.csv"))];
    const standings = read("monday/contest-standings.csv");
    const session = await openedAs("standings.csv", standings, given);
    expect(session.facts.standings).toMatchObject({ entries: 60, hasLineups: true, hasPoints: true });
    const { bytes } = fileOf("payouts.csv", read("payouts.csv"));
    const paid = await payouts({ name: "payouts.csv", bytes, fee: 1 });
    if (!("payouts" in paid.payouts)) throw new Error("The payouts are no table.");
    const { fee, payouts: table } = paid.payouts;
    expect(fee).toBe(5);
    const terms = { fee, shape: "own", table, field: 1, draws: 32 } as const;
    const asked = { edit: EDIT, portfolio: null, terms, user: "my_account" };
    const sections = await after(optimizer, session, asked, running as never);
    const texts = new Map(sections.map(({ heading, body }) => [heading, body.markup]));
    const ranks = [...standings.matchAll(/^(\d+),\d+,my_account,/gm)].map(([, rank]) => rank);
    const shown = [...texts.get("Your entries")!.matchAll(/<tr><td class="number">(\d+)</g)];
    expect(shown.map(([, rank]) => rank)).toEqual(ranks);

    const slate = { id: "the contest", salaries: `${SLATES}basketball.draftkings.classic.csv` };
    const files = { projections: "projections.csv", standings: "contest-standings.csv" };
    const paths = Object.entries(files).map(([use, name]) => [use, `${history}monday/${name}`]);
    const manifest = {
      users: ["my_account"],
      slates: [{ ...slate, ...Object.fromEntries(paths), payouts: `${history}payouts.csv` }],
      strategies: [{ name: "most points", count: 3 }],
    };
    const { stdout } = await dfsLineups([
      "backtest",
      scratch.write("history.json", JSON.stringify(manifest)),
    ]);
    const row = /<td>most points<\/td>\s*<td class="number">3<\/td>\s*<td>([^<]+)<\/td>\s*<td>([^<]+)</;
    const [, percentile, profit] = row.exec(texts.get("Strategies")!)!;
    expect(stdout).toMatch(new RegExp(`most points +3 +${percentile} +${profit}`));
  });

  it.each(NAMES.filter((_, at) => at % EVERY === 0))("%s", async (name) => {
    const text = readFileSync(SLATES + name, "utf8");
    const slate = await openedAs(name, text);
    const { stdout } = await dfsLineups(["optimize", SLATES + name, "-n", `${COUNT}`, "--format", "csv"]);
    expect(uploads(slate, await lineupsOf(slate))[0]).toBe(stdout);

    const entered = entriesLines({
      ...{ book: name.includes("draftkings") ? "bookA" : "bookB", kind: "entries", slots: slate.facts.seats },
      ...{ pool: text.trimEnd().split(/\r?\n/), lineups: new Array<null>(COUNT).fill(null) },
    }).join("\n");
    const file = scratch.write("entries.csv", entered);
    const entries = await openedAs("entries.csv", entered);
    const lineups = await lineupsOf(entries);
    const built = textOf(filled(entries, lineups, []).bytes);
    expect(built).toBe(await written("build", file));

    // The best player is out an hour before the first game.
    const [out] = lineups;
    const player = entries.facts.players[out!]!;
    const starts = entries.facts.players.flatMap(({ startsAt }) =>
      startsAt === null ? [] : Date.parse(startsAt),
    );
    // FanDuel's files have no times.
    const now = new Date(Math.min(...starts, Date.UTC(2030, 0)) - 3_600_000).toISOString();
    const session = await openedAs("entries.csv", built);
    const swapped = await swap(
      optimizer,
      session,
      { edit: { ...EDIT, bans: [out!] }, now, news: null },
      running,
    );
    const given = ["swap", scratch.write("built.csv", built), "--exclude", player.bookId!, "--now", now];
    expect(textOf(swapped.download.bytes)).toBe(await written(...given));
    expect(textOf(swapped.download.bytes)).not.toBe(built);
  });
});
