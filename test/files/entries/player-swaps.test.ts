import { afterAll, describe, expect, test } from "vitest";
import { fillEntries } from "../../../src/files/entries/fill-entries.ts";
import { readEntries } from "../../../src/files/entries/read-entries.ts";
import type { LeavingPlayer } from "../../../src/files/entries/sitting.ts";
import { type SwapEntriesRequest, swapEntries } from "../../../src/files/entries/swap-entries.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { builtEvening, file, pointsOf, slateOf } from "../../support/built-evening.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

const built = await builtEvening(optimizer);
const slate = slateOf(built);
const entries = readEntries(built, { file });
const byId = new Map(slate.entries.map((entry) => [entry.bookId, entry]));
const playersOf = ({ seats }: (typeof entries.entries)[number]) =>
  seats.flatMap(({ bookId }) => byId.get(bookId) ?? []);
const AFTER_SEVEN = "2025-01-15T19:20-05:00";
const hasBegun = ({ startsAt }: { readonly startsAt: string | null }) =>
  Date.parse(startsAt!) <= Date.parse(AFTER_SEVEN);

/** The number of lineups with each player. */
function countsOf(file: typeof entries): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of file.entries.flatMap(playersOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

async function swapped(asked: Partial<SwapEntriesRequest>) {
  const leaving: (readonly LeavingPlayer[])[] = [];
  const answer = await swapEntries(
    optimizer,
    { file, entries, slate, now: AFTER_SEVEN, points: pointsOf(built, "projections.csv"), ...asked },
    { onLeaving: (players) => leaving.push(players) },
  );
  const lineups = answer.entries.map(({ lineup }) => lineup);
  const [after] = fillEntries(built, { file, book: "bookA", lineups });
  expect(leaving).toHaveLength(1);
  return { ...answer, leaving: leaving[0]!, after: readEntries(after!, { file }) };
}

/** Players before their games, those in most entries first, and one whose game has begun. */
const counts = countsOf(entries);
const open = slate.entries
  .filter((one) => !hasBegun(one) && counts.has(one.name))
  .sort((a, b) => counts.get(b.name)! - counts.get(a.name)!);
const [first, second, third] = open as [(typeof open)[0], (typeof open)[0], (typeof open)[0]];
const rare = open.at(-1)!;
const begun = slate.entries.find((one) => hasBegun(one) && counts.has(one.name))!;

describe("player swaps", () => {
  test("remove unavailable, excluded and unprojected players, who are listed first and join no entry", async () => {
    const points = new Map([...pointsOf(built, "projections.csv")].filter(([uuid]) => uuid !== third.uuid));
    const unwanted = new Map([
      [first.uuid, "out"],
      [second.uuid, "excluded"],
      [begun.uuid, "out"],
    ] as const);
    const { players, leaving, after, entries: swaps } = await swapped({ points, unwanted });
    const before = counts;
    const now = countsOf(after);
    const reasons = { [first.name]: "out", [second.name]: "excluded", [third.name]: "no-projection" };
    expect(Object.fromEntries(leaving.map(({ name, reason }) => [name, reason]))).toEqual(reasons);
    for (const { name, entries: number } of leaving) expect(number).toBe(before.get(name));
    expect(leaving.map(({ entries: number }) => number)).toEqual(
      leaving.map(({ entries: number }) => number).toSorted((a, b) => b - a),
    );
    for (const name of Object.keys(reasons)) expect(now.has(name)).toBe(false);
    // A player whose game has begun keeps the seat and joins no other entry.
    expect(now.get(begun.name)).toBe(before.get(begun.name));
    expect(players.slice(0, 3).map(({ name, reason }) => [name, reason])).toEqual(
      expect.arrayContaining(Object.entries(reasons)),
    );
    expect(players.slice(3).every(({ reason }) => reason === null)).toBe(true);
    const changed = new Set(
      [...before.keys(), ...now.keys()].filter((name) => before.get(name) !== now.get(name)),
    );
    expect(new Set(players.map(({ name }) => name))).toEqual(changed);
    for (const { name, ...player } of players)
      expect([player.before, player.after]).toEqual([before.get(name) ?? 0, now.get(name) ?? 0]);
    expect(swaps.flatMap(({ gone }) => gone)).not.toContain(second.name);
    expect(swaps.flatMap(({ gone }) => gone)).toContain(first.name);
  });

  test("leave unaffected entries alone if only affected entries may change", async () => {
    const points = pointsOf(built, "news.csv");
    const unwanted = new Map([[rare.uuid, "out"]] as const);
    const all = await swapped({ points, unwanted });
    const { entries: swaps, after, players } = await swapped({ points, unwanted, onlyAffected: true });
    const has = (index: number) => playersOf(entries.entries[index]!).includes(rare);
    const affected = [...swaps.keys()].filter(has);
    expect(affected.length).toBeGreaterThan(0);
    expect(affected.length).toBeLessThan(swaps.length - 1);
    for (const [index, { verdict }] of swaps.entries()) {
      const isReserved = index === swaps.length - 1;
      expect(verdict).toBe(isReserved ? "reserved" : has(index) ? "swapped" : "unaffected");
      if (!has(index)) expect(after.entries[index]!.seats).toEqual(entries.entries[index]!.seats);
    }
    expect(players[0]).toMatchObject({ name: rare.name, reason: "out", before: affected.length, after: 0 });
    // Without the option, improvable entries change.
    expect(all.entries.filter(({ verdict }) => verdict === "swapped").length).toBeGreaterThan(
      affected.length,
    );
  });

  test("move players out of excluded slots, which makes their entries affected", async () => {
    const slots = entries.slots;
    const places = entries.entries.flatMap(({ seats }, index) =>
      seats.flatMap(({ bookId }, seat) => (bookId === first.bookId ? [[index, slots[seat]!] as const] : [])),
    );
    const slot = places[0]![1];
    const excludedSlots = [{ uuid: first.uuid, slot }];
    const { entries: swaps, after } = await swapped({ excludedSlots, onlyAffected: true });
    for (const [index, own] of places) expect(swaps[index]!.verdict === "unaffected").toBe(own !== slot);
    for (const { seats } of after.entries)
      for (const [seat, { bookId }] of seats.entries())
        if (bookId === first.bookId) expect(slots[seat]).not.toBe(slot);
  });
});
