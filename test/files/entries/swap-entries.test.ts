import { afterAll, describe, expect, test } from "vitest";
import { fillEntries } from "../../../src/files/entries/fill-entries.ts";
import { readEntries } from "../../../src/files/entries/read-entries.ts";
import { sittingPeople } from "../../../src/files/entries/sitting.ts";
import {
  type EntrySwap,
  type SwapEntriesOptions,
  swapEntries,
} from "../../../src/files/entries/swap-entries.ts";
import { slateInputs } from "../../../src/files/slate-inputs.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import type { SwapReport } from "../../../src/portfolio/swap/swap-lineups.ts";
import { builtEvening, evening, file, pointsOf, slateOf } from "../../support/built-evening.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

const built = await builtEvening(optimizer);
const before = readEntries(built, { file }).entries;

const EARLY = "2025-01-15T18:00-05:00";
/** The entries after the news, before any game. */
const early = () => (onceEarly ??= swapped(built, EARLY));
let onceEarly: ReturnType<typeof swapped> | undefined;
const AFTER_SEVEN = "2025-01-15T19:20-05:00";

/** A swap's result for a text, and the resulting text. */
async function swapped(
  text: string,
  now: string,
  news = "news.csv",
  extra: object = {},
  options: SwapEntriesOptions = {},
) {
  const slate = slateOf(text);
  const entries = readEntries(text, { file });
  const asked = { ...{ file, entries, slate, now }, points: pointsOf(text, news), ...extra };
  const answer = await swapEntries(optimizer, asked, options);
  const lineups = answer.entries.map(({ lineup }) => lineup);
  const [after] = fillEntries(text, { file, book: "bookA", lineups });
  return { ...answer, text: String(after), after: readEntries(after!, { file }).entries };
}

const idsOf = ({ seats }: (typeof before)[number]) => seats.map(({ bookId }) => bookId);
const byId = new Map(slateOf(built).entries.map((entry) => [entry.bookId, entry]));
const hasBegun = (id: string | null, now: string) => Date.parse(byId.get(id)!.startsAt!) <= Date.parse(now);

describe("entries after news", () => {
  test("keep players whose games have begun in their seats, and optimize the rest", async () => {
    const reported: number[] = [];
    const onProgress = (soFar: number) => reported.push(soFar);
    const { entries, after, text } = await swapped(built, AFTER_SEVEN, undefined, {}, { onProgress });
    expect(Math.max(...reported)).toBeGreaterThan(0);
    expect(Math.max(...reported)).toBeLessThanOrEqual(entries.length);
    let locked = 0;
    for (const [index, entry] of before.slice(0, -1).entries()) {
      for (const [seat, id] of idsOf(entry).entries()) {
        if (!hasBegun(id, AFTER_SEVEN)) {
          expect(hasBegun(idsOf(after[index]!)[seat]!, AFTER_SEVEN)).toBe(false);
          continue;
        }
        locked += 1;
        expect(idsOf(after[index]!)[seat]).toBe(id);
      }
      expect(entries[index]!.verdict).toBe("swapped");
      expect(entries[index]!.after!).toBeGreaterThan(entries[index]!.before!);
    }
    expect(locked).toBeGreaterThan(30);
    expect(new Set(after.map((entry) => idsOf(entry).toSorted().join())).size).toBe(20);
    expect(entries.at(-1)).toMatchObject({ verdict: "swapped", before: null, locked: 0 });
    expect(idsOf(after.at(-1)!).map((id) => hasBegun(id, AFTER_SEVEN))).toEqual(Array(8).fill(false));
    expect(text.split("\r\n").filter((line, row) => line !== built.split("\r\n")[row])).toHaveLength(20);
  });

  test("report the points of all entries so far, their bound and gap, over all sections", async () => {
    const portfolio = { contests: [{ entries: { limit: "..1" } }, {}] };
    const reports: SwapReport[] = [];
    const onProgress = (_: number, report: SwapReport) => reports.push(report);
    const swap = await swapped(built, AFTER_SEVEN, "news.csv", { portfolio }, { onProgress });
    const sum = (of: "before" | "after") =>
      swap.entries.reduce((total, entry) => total + (entry[of] ?? 0), 0);
    const last = reports.at(-1)!;
    expect(last.sum).toBeGreaterThan(sum("before"));
    expect(last.sum).toBeLessThan(sum("after") + 1e-6);
    expect(last.bound).toBeGreaterThan(sum("after") - 1e-6);
    for (const { sum: soFar, bound, gap } of reports)
      expect(gap).toEqual(bound === null ? null : expect.closeTo(Math.max(0, bound - soFar) / bound, 9));
  });

  test("are an answer even if there is no time at all", async () => {
    const portfolio = { contests: [{ entries: { limit: "..1" } }, {}] };
    const { entries, text, stoppedBy } = await swapped(
      built,
      AFTER_SEVEN,
      "news.csv",
      { portfolio },
      { timeLimit: 1e-6 },
    );
    expect(stoppedBy).toBe("time-limit");
    expect(new Set(entries.slice(0, -1).map(({ verdict }) => verdict))).toEqual(new Set(["kept"]));
    expect(text).toBe(built);
  });

  test("have each seat's player before and after, and why a seat is locked", async () => {
    const lines = built.split("\r\n");
    const [marked] = idsOf(before[0]!);
    const text = lines
      .with(1, lines[1]!.replace(`,${marked}`, `,${byId.get(marked!)!.name} (${marked}) (LOCKED)`))
      .join("\r\n");
    const { entries, after } = await swapped(text, AFTER_SEVEN);
    const reasons = new Set<string | null>();
    for (const [index, { seats, locked, changes, entry }] of entries.entries()) {
      const ids = entry.seats.map(({ bookId }) => bookId);
      const uuidsOf = (all: readonly (string | null)[]) => all.map((id) => byId.get(id ?? "")?.uuid ?? null);
      expect(seats.map(({ slot }) => slot)).toEqual(entry.seats.map(({ slot }) => slot));
      expect(seats.map((seat) => seat.before?.uuid ?? null)).toEqual(uuidsOf(ids));
      expect(seats.map((seat) => seat.after?.uuid ?? null)).toEqual(uuidsOf(idsOf(after[index]!)));
      expect(seats.filter(({ lockedBy }) => lockedBy !== null)).toHaveLength(locked);
      const changed = seats.filter((seat) => seat.before?.uuid !== seat.after?.uuid);
      expect(changed.map((seat) => seat.after!.name)).toEqual(changes.map((change) => change.in));
      for (const [at, { lockedBy, before: player, after: next }] of seats.entries()) {
        if (player === null) continue;
        reasons.add(lockedBy);
        expect(player).toMatchObject({ name: byId.get(ids[at]!)!.name, team: byId.get(ids[at]!)!.team });
        expect(player.startsAt).toBe(byId.get(ids[at]!)!.startsAt);
        const isMarked = ids[at] === marked;
        const byMark = index === 0 ? "entry" : "game";
        expect(lockedBy).toBe(isMarked ? byMark : hasBegun(ids[at]!, AFTER_SEVEN) ? "clock" : null);
        if (lockedBy !== null) expect(next).toEqual(player);
      }
    }
    expect(reasons).toEqual(new Set(["entry", "game", "clock", null]));
  });

  test("that do not improve are unchanged, byte for byte", async () => {
    const { entries, text } = await swapped(built, EARLY, "projections.csv");
    expect(entries.slice(0, -1).map(({ verdict }) => verdict)).toEqual(Array(19).fill("best"));
    expect(text).toBe(built);
  });

  test("treat marked seats as locked whatever the time, including their whole entry", async () => {
    const [first] = before;
    const mark = (id: string | null) => `${byId.get(id)!.name} (${id}) (LOCKED)`;
    const lines = built.split("\r\n");
    for (const id of idsOf(first!)) lines[1] = lines[1]!.replace(`,${id}`, `,${mark(id)}`);
    lines[2] = lines[2]!.replace(`,${idsOf(before[1]!)[0]}`, `,${mark(idsOf(before[1]!)[0]!)}`);
    const marked = new Set([...idsOf(first!), idsOf(before[1]!)[0]!]);
    const of = byId.get(idsOf(before[1]!)[0]!)!;
    // A locked player no longer has a projection, and counts with the average points.
    const points = new Map([...pointsOf(built, "news.csv")].filter(([uuid]) => uuid !== of.uuid));
    const { entries, after, text } = await swapped(lines.join("\r\n"), EARLY, "news.csv", { points });
    const worth = (id: string | null) => points.get(byId.get(id)!.uuid) ?? of.averagePoints!;
    expect(entries[1]!.before).toBeCloseTo(
      idsOf(before[1]!).reduce((sum, id) => sum + worth(id), 0),
      6,
    );
    expect(entries[0]).toMatchObject({ verdict: "locked", locked: 8, lineup: null });
    // A player who is marked in one entry is locked in all, and joins none.
    for (const [index, { locked }] of entries.entries()) {
      const kept = idsOf(before[index]!).filter((id) => id !== null && marked.has(id));
      expect(locked).toBe(kept.length);
      expect(idsOf(after[index]!).filter((id) => id !== null && marked.has(id))).toEqual(kept);
    }
    expect(entries.filter(({ verdict }) => verdict === "swapped").length).toBeGreaterThan(0);
    expect(text.split("\r\n")[1]).toBe(lines[1]);
  });

  test("are locked for a whole team as soon as the file marks one player's game as begun", () => {
    const one = byId.get(idsOf(before[0]!)[7]!)!;
    for (const [info, isLocked] of [
      ["In Progress", true],
      ["Final", true],
      ["Postponed", false],
    ] as const) {
      const told = built.replace(new RegExp(`(\\(${one.bookId}\\)[^\r]*)${one.game} [^,]* ET`), `$1${info}`);
      const { seats, closed, held } = sittingPeople(slateOf(told), before, Date.parse(EARLY));
      const locked = seats.flat().filter((seat) => seat.locked);
      expect(locked.map(({ lockedBy }) => lockedBy)).toEqual(Array(locked.length).fill("game"));
      expect(new Set(locked.map(({ listing }) => listing?.team))).toEqual(
        new Set(isLocked ? [one.team] : []),
      );
      const team = [...byId.values()].filter((other) => other.team === one.team).map(({ uuid }) => uuid);
      expect([...closed].sort()).toEqual(isLocked ? team.sort() : []);
      expect([...held].map(({ listing }) => listing.bookId)).toEqual(isLocked ? [one.bookId] : []);
    }
  });

  test("leave empty seats empty, even with unknown names", () => {
    const one = slateOf(built);
    const pool = { ...one, entries: one.entries.map((entry) => ({ ...entry, name: "?" })).slice(0, 1) };
    const { seats } = sittingPeople(pool, before.slice(-1), Date.parse(EARLY));
    expect(seats.flat().map(({ listing, name }) => [listing, name])).toEqual(Array(8).fill([null, ""]));
  });

  test("replace players whose game is off, by name", async () => {
    const one = byId.get(idsOf(before[0]!)[7]!);
    const lines = built.split("\r\n");
    const off = lines.map((line) => line.replace(new RegExp(`${one!.game} [^,]* ET`), "Postponed"));
    const { entries } = await swapped(off.join("\r\n"), EARLY, "projections.csv");
    const ofGame = (swap: EntrySwap) =>
      swap.entry.seats.filter(({ bookId }) => byId.get(bookId ?? "")?.game === one!.game).length;
    expect(entries[0]!.gone).toContain(one!.name);
    for (const swap of entries.slice(0, -1)) {
      expect(swap.gone).toHaveLength(ofGame(swap));
      for (const { in: comes } of swap.changes)
        expect([...byId.values()].find(({ name }) => name === comes)!.game).not.toBe(one!.game);
    }
  });

  test("keep a locked player who is not in the file, and report that it cannot change", async () => {
    const lines = built.split("\r\n");
    const unknown = lines.with(1, lines[1]!.replace(/,\d{8}(?=,,1\.)/, ",Nobody Atall (99) (LOCKED)"));
    const [who] = idsOf(before[0]!);
    const most = { of: who!, most: 5 };
    const { entries, text, after, portfolio } = await swapped(unknown.join("\r\n"), EARLY, "news.csv", {
      portfolio: { exposure: [most] },
    });
    expect(entries[0]).toMatchObject({ verdict: "unknown-locked", lineup: null, locked: 1 });
    expect(text.split("\r\n")[1]).toBe(unknown[1]);
    expect(entries[1]!.verdict).toBe("swapped");
    // The player's entry still counts.
    expect(after.filter((entry) => idsOf(entry).includes(who!)).length).toBe(5);
    expect(portfolio).toMatchObject({ lineups: 19, shares: [{ lineups: 5, most: 5 }] });
    const all = await swapped(unknown.join("\r\n"), EARLY, "news.csv", {
      portfolio: { exposure: [{ of: who!, most: 0 }] },
    });
    expect(all.portfolio!.shortfall!.reason).toContain("is in 1 of 19 lineups (required: at most 0");
    expect(all.bound).toBeNull();
  });

  test("are read by name if a cell has no id, or an unknown one", async () => {
    const lines = built.split("\r\n");
    const named = lines.map((line, row) =>
      row === 1 || row === 2
        ? line.replaceAll(/(?<=,)\d{8}(?=,)/g, (id) =>
            row === 1 ? byId.get(id)!.name : `${byId.get(id)!.name} (1${id})`,
          )
        : line,
    );
    const { entries } = await swapped(named.join("\r\n"), EARLY, "projections.csv");
    expect(entries.slice(0, 3).map(({ verdict, gone }) => ({ verdict, gone }))).toEqual(
      Array(3).fill({ verdict: "best", gone: [] }),
    );
    // The book does not accept names alone: changed rows have ids.
    const { after } = await swapped(named.join("\r\n"), EARLY);
    for (const entry of after.slice(0, 3))
      expect(idsOf(entry).map((id) => byId.has(id))).not.toContain(false);
  });

  test("that are equal now stay equal, and future exposures count over all entries", async () => {
    const lines = built.split("\r\n");
    const row = (line: string) => line.split(",,")[0]!.split(",").slice(-8).join();
    const same = lines.with(2, lines[2]!.replace(row(lines[2]!), row(lines[1]!)));
    const portfolio = { exposure: [{ each: "player", most: "60%" }], unique: 1 };
    const { entries, after } = await swapped(same.join("\r\n"), EARLY, "news.csv", { portfolio });
    expect(idsOf(after[0]!)).toEqual(idsOf(after[1]!));
    const counts = new Map<string, number>();
    for (const entry of after.slice(0, -1))
      for (const id of idsOf(entry)) counts.set(id!, (counts.get(id!) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(Math.floor(0.6 * 19));
    expect(entries.slice(0, -1).every(({ verdict }) => verdict === "swapped")).toBe(true);
  });

  test("keep their teams, if asked, so that who comes is of the team of who leaves", async () => {
    const teamsIn = (entry: (typeof before)[number]) =>
      idsOf(entry)
        .map((id) => byId.get(id!)!.team)
        .toSorted();
    // Rules for so many teams take long: only the entries of a player who is in few.
    const ids = before.flatMap(idsOf);
    const who = ids.find((id) => id !== null && ids.filter((one) => one === id).length === 2)!;
    const portfolio = { method: "sequential" };
    const asked = { portfolio, unwanted: new Map([[byId.get(who)!.uuid, "out"]]), onlyAffected: true };
    const plain = await swapped(built, EARLY, "news.csv", asked);
    const { after, entries } = await swapped(built, EARLY, "news.csv", { ...asked, sameTeam: true });
    const changed = entries.flatMap(({ verdict }, index) => (verdict === "swapped" ? [index] : []));
    expect(changed).toHaveLength(2);
    for (const index of changed) expect(teamsIn(after[index]!)).toEqual(teamsIn(before[index]!));
    const others = changed.filter(
      (index) => `${teamsIn(plain.after[index]!)}` !== `${teamsIn(before[index]!)}`,
    );
    expect(others.length).toBeGreaterThan(0);
  });

  test("put the latest starters in the most flexible slots", async () => {
    const { after, entries } = await early();
    const table = optimizer.catalog.contest("basketball", "bookA", "classic");
    let tried = 0;
    for (const [index, { verdict }] of entries.entries()) {
      if (verdict !== "swapped") continue;
      const start = (seat: number) => Date.parse(byId.get(idsOf(after[index]!)[seat]!)!.startsAt!);
      const takes = (id: string | null, slot: string) => byId.get(id)!.slots!.includes(slot);
      const [util, ...others] = [7, 0, 1, 2, 3, 4, 5, 6];
      for (const seat of others) {
        const slot = table.slots[seat!]!.name;
        // A player in UTIL could take the seat of a later starter: then they would have been seated that
        // way.
        if (takes(idsOf(after[index]!)[util!]!, slot)) {
          tried += 1;
          expect(start(seat!)).toBeLessThanOrEqual(start(util!));
        }
      }
    }
    expect(tried).toBeGreaterThan(10);
  });

  test("are swapped one by one by a sequential portfolio, but not by one whose points change", async () => {
    const [who] = idsOf(before[0]!);
    const portfolio = { method: "sequential", exposure: [{ of: who!, most: 5 }] };
    const { entries, after, bound } = await swapped(built, EARLY, "news.csv", { portfolio });
    expect(bound).toBeNull();
    expect(entries.filter(({ verdict }) => verdict === "swapped").length).toBeGreaterThan(10);
    expect(before.filter((entry) => idsOf(entry).includes(who!)).length).toBeGreaterThan(5);
    expect(after.filter((entry) => idsOf(entry).includes(who!)).length).toBeLessThanOrEqual(5);
    for (const points of [{ random: { seed: 1, spread: "10%" } }, { decay: "5%" }]) {
      const changing = { method: "sequential", points };
      await expect(swapped(built, EARLY, "news.csv", { portfolio: changing })).rejects.toThrow(
        `points.${Object.keys(points)[0]}`,
      );
    }
  });

  test("with empty seats are filled, by the file's own averages without projections", async () => {
    const lines = built.split("\r\n");
    const [id] = idsOf(before[0]!);
    const open = lines.with(1, lines[1]!.replace(`,${id},`, ",,"));
    const { entries, after } = await swapped(open.join("\r\n"), EARLY, "news.csv", { points: undefined });
    const [first] = entries;
    expect(first).toMatchObject({ verdict: "swapped", gone: [] });
    const rest = idsOf(before[0]!).slice(1);
    expect(first!.before).toBeCloseTo(
      rest.reduce((sum, one) => sum + byId.get(one)!.averagePoints!, 0),
      6,
    );
    expect(idsOf(after[0]!)).not.toContain(null);
  });

  test("with a seat that no player can fill are reported", async () => {
    const [id] = idsOf(before[0]!);
    const [, first, second] = built.split("\r\n");
    const lines = evening.get(file)!.split("\r\n");
    const open = lines
      .with(1, first!.replace(`,${id},`, ",,"))
      .with(2, second!)
      .join("\r\n");
    const { entries, text } = await swapped(open, "2025-01-16T12:00-05:00");
    expect(entries.slice(0, 2).map(({ verdict, locked }) => [verdict, locked])).toEqual([
      ["no-lineup", 7],
      ["locked", 8],
    ]);
    expect(text).toBe(open);
  });

  test("that are reservations stay so before the first game, and nothing is proved about them", async () => {
    const open = evening.get(file)!;
    const { entries, bound, portfolio, text } = await swapped(open, EARLY);
    expect(entries.map(({ verdict }) => verdict)).toEqual(before.map(() => "reserved"));
    expect([bound, portfolio, text]).toEqual([null, null, open]);
  });

  test("that are reservations get the best lineups of the games that are left", async () => {
    const open = evening.get(file)!;
    const { entries, after } = await swapped(open, AFTER_SEVEN, "news.csv", { portfolio: { unique: 2 } });
    const slate = slateOf(open);
    const left = slate.entries.filter(({ bookId }) => !hasBegun(bookId, AFTER_SEVEN));
    const points = pointsOf(open, "news.csv");
    const best = await optimizer.portfolio({
      ...slateInputs({ ...slate, entries: left }, { projections: points }),
      ...{ count: entries.length, portfolio: { unique: 2 } },
    });
    const sum = entries.reduce((total, { after: own }) => total + own!, 0);
    expect(sum).toBeCloseTo(best.meta!.portfolio!.sum, 6);
    expect(after.flatMap(idsOf).some((id) => hasBegun(id, AFTER_SEVEN))).toBe(false);
  });

  test("that are reservations use the lineups of their section in turn", async () => {
    const portfolio = {
      contests: [{ entries: { contest: before[0]!.contestName! }, lineups: 1 }, { lineups: 2 }],
    };
    const { after } = await swapped(evening.get(file)!, AFTER_SEVEN, "news.csv", { portfolio });
    const isOf = ({ contestName }: (typeof before)[number]) => contestName === before[0]!.contestName;
    const lineups = (own: typeof after) => new Set(own.map((entry) => idsOf(entry).join())).size;
    const others = after.filter((entry) => !isOf(entry));
    expect([lineups(after.filter(isOf)), lineups(others)]).toEqual([1, Math.min(2, others.length)]);
    expect(after.flatMap(idsOf)).not.toContain(null);
  });

  test("that are reservations, but cannot be filled, are named with the reason", async () => {
    const { entries, notes, text } = await swapped(built, "2025-01-16T12:00-05:00");
    expect(entries.at(-1)).toMatchObject({ verdict: "no-lineup", before: null });
    expect(notes).toEqual([
      `cannot be filled, because every game has started, and a lineup needs players of 2: ${before.at(-1)!.entryId}.`,
    ]);
    expect(text).toBe(built);
  });

  test("keep and get no players whose own rows are marked as locked, and report a clock that contradicts", async () => {
    const one = byId.get(idsOf(before[0]!)[7]!)!;
    const ofGame = new Set(
      [...byId.values()].filter(({ game }) => game === one.game).map(({ bookId }) => bookId),
    );
    const text = built.replaceAll(/(\((\d{8})\))(?=,)/g, (cell, _, id: string) =>
      ofGame.has(id) ? `${cell} (LOCKED)` : cell,
    );
    expect(text).toContain("(LOCKED)");
    const { entries, after, notes } = await swapped(text, EARLY);
    let held = 0;
    for (const [index, entry] of before.entries())
      for (const [seat, id] of idsOf(entry).entries()) {
        const next = idsOf(after[index]!)[seat]!;
        if (ofGame.has(id)) expect(next).toBe(id);
        else expect(ofGame.has(next)).toBe(false);
        held += Number(ofGame.has(id));
      }
    expect(held).toBeGreaterThan(5);
    expect(entries.filter(({ verdict }) => verdict === "swapped").length).toBeGreaterThan(0);
    expect(notes.join()).toContain(`${one.game} (`);
    expect(notes.join()).toContain("check the time of the swap");
    expect((await early()).notes).toEqual([]);
  });

  test("with equal lineups stay equal when a player is gone from the file or has no points", async () => {
    const lines = built.split("\r\n");
    const cells = lines[1]!.split(",").slice(4, 12);
    const same = lines.map((line, row) =>
      row >= 2 && row <= 5
        ? [...line.split(",").slice(0, 4), ...cells, ...line.split(",").slice(12)].join()
        : line,
    );
    const gone = byId.get(idsOf(before[0]!)[7]!)!;
    const points = new Map([...pointsOf(built, "news.csv")].filter(([uuid]) => uuid !== gone.uuid));
    const unknown = same.map((line, row) =>
      row >= 1 && row <= 5 ? line.replace(`,${gone.bookId},`, ",Nobody Atall (99),") : line,
    );
    for (const text of [same, unknown]) {
      const { entries, after } = await swapped(text.join("\r\n"), EARLY, "news.csv", {
        points,
        portfolio: { unique: 2 },
      });
      if (text === unknown) expect(entries[0]).toMatchObject({ gone: ["Nobody Atall"] });
      expect(new Set(after.slice(0, 5).map((entry) => idsOf(entry).join())).size).toBe(1);
      expect(entries.slice(0, 5).map(({ verdict }) => verdict)).toEqual(Array(5).fill("swapped"));
      expect(idsOf(after[0]!)).not.toContain(null);
    }
  });

  test("report players who are to leave, but are locked", async () => {
    const locked = byId.get(idsOf(before[0]!).find((id) => hasBegun(id, AFTER_SEVEN))!)!;
    const count = before.filter((entry) => idsOf(entry).includes(locked.bookId)).length;
    const unwanted = new Map([[locked.uuid, "out" as const]]);
    const { notes } = await swapped(built, AFTER_SEVEN, "news.csv", { unwanted });
    expect(notes).toEqual([
      `${locked.name}: out, but locked in ${count} ${count === 1 ? "entry" : "entries"}.`,
    ]);
  });

  test("of other contests are left alone with `only`, and by sections that do not name them", async () => {
    const contests = [...new Set(before.map(({ contestName }) => contestName!))];
    expect(contests.length).toBeGreaterThan(1);
    const [name] = contests;
    const section = { contests: [{ entries: { contest: name! }, unique: 2 }] };
    for (const extra of [{ only: [name!] }, { only: [before[0]!.contestId!] }, { portfolio: section }]) {
      const { entries, after, notes } = await swapped(built, EARLY, "news.csv", extra);
      for (const [index, { verdict }] of entries.slice(0, -1).entries()) {
        const isOf = before[index]!.contestName === name;
        if (!isOf) expect(idsOf(after[index]!)).toEqual(idsOf(before[index]!));
        expect(verdict === "skipped").toBe(!isOf);
      }
      expect(notes.some((note) => note.includes("no section applies"))).toBe("portfolio" in extra);
    }
    await expect(swapped(built, EARLY, "news.csv", { only: ["Nowhere"] })).rejects.toThrow(
      'has no entry of a contest "Nowhere", but: ',
    );
  });

  test("require an instant", async () => {
    await expect(swapped(built, "tonight")).rejects.toThrow('"tonight" is not a time with its offset');
  });
});
