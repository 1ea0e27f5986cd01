import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { fillEntries } from "../../../src/files/entries/fill-entries.ts";
import { readEntries } from "../../../src/files/entries/read-entries.ts";
import { swapEntries } from "../../../src/files/entries/swap-entries.ts";
import { readSlateFile } from "../../../src/files/read-slate.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { runs, share } from "../../support/runs.ts";
import { threeSeats } from "../../support/tiny-contests.ts";

const file = "DKEntries.csv";
const optimizer = await createOptimizer({ rules: [threeSeats], threads: 0 });
afterAll(() => optimizer.close());

const SLOTS = ["PG", "UTIL", "UTIL"] as const;
const CAP = 20_000;
const GAMES = [
  { text: "AAA@BBB 01/15/2025 06:00PM ET", start: 18 },
  { text: "CCC@DDD 01/15/2025 07:00PM ET", start: 19 },
  { text: "EEE@FFF 01/15/2025 08:00PM ET", start: 20 },
];
/** Two teams in each game, with a guard and a center each. */
const PLAYERS = GAMES.flatMap(({ text }, game) =>
  text
    .slice(0, 7)
    .split("@")
    .flatMap((team) => ["PG", "C"].map((position) => ({ team, game, position }))),
).map((player, index) => ({ ...player, id: String(101 + index), name: `Player ${"ABCDEFGHIJKL"[index]}` }));

const STATES = ["listed", "listed", "listed", "In Progress", "Final", "Delayed", "Postponed"] as const;

const evening = fc.record({
  salaries: fc.array(fc.integer({ min: 30, max: 90 }), { minLength: 12, maxLength: 12 }),
  points: fc.array(fc.integer({ min: 10, max: 60 }), { minLength: 12, maxLength: 12 }),
  states: fc
    .tuple(...GAMES.map(() => fc.constantFrom(...STATES)))
    .filter(
      (states) =>
        new Set(states.filter((state) => state !== "listed")).size ===
        states.filter((state) => state !== "listed").length,
    ),
  /** Whether the rows of each game are marked as locked, and one more player's row. */
  lockedGames: fc.tuple(...GAMES.map(() => fc.integer({ min: 0, max: 5 }).map((draw) => draw === 0))),
  lockedPlayer: fc.option(fc.nat(11), { freq: 3 }),
  now: fc.constantFrom(17.5, 18.5, 19.5),
  /** The entries: which of the legal lineups each has, and the seat that is marked; null for empty ones. */
  entries: fc.array(
    fc.option(fc.record({ lineup: fc.nat(2), mark: fc.option(fc.nat(2), { freq: 2 }) }), { freq: 3 }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** Every assignment of players to the three seats that keeps position, cap and two games. */
function lineupsOf(salaries: readonly number[]): (readonly number[])[] {
  const found: number[][] = [];
  for (const one of PLAYERS.keys())
    for (const two of PLAYERS.keys())
      for (const three of PLAYERS.keys()) {
        const lineup = [one, two, three];
        if (PLAYERS[one]!.position !== "PG" || new Set(lineup).size < 3) continue;
        if (lineup.reduce((sum, player) => sum + salaries[player]! * 100, 0) > CAP) continue;
        if (new Set(lineup.map((player) => PLAYERS[player]!.game)).size > 1) found.push(lineup);
      }
  return found;
}

it("drawn marks and clocks decide who is locked, as an exhaustive listing of the seats says", async () => {
  const seen = { kept: 0, filled: 0, unfilled: 0, best: 0, early: 0, delayed: 0, equal: 0 };
  await fc.assert(
    fc.asyncProperty(
      evening,
      async ({ salaries, points, states, lockedGames, lockedPlayer, now, entries }) => {
        const legal = lineupsOf(salaries);
        fc.pre(legal.length > 0);
        const isRowLocked = (player: number) =>
          lockedGames[PLAYERS[player]!.game]! || player === lockedPlayer;
        const before = entries.map((entry) => entry && legal[(37 * entry.lineup) % legal.length]!);
        const isMarked = (entry: number, seat: number) => entries[entry]?.mark === seat;
        const cell = (player: number, isLocked: boolean) =>
          `${PLAYERS[player]!.name} (${PLAYERS[player]!.id})${isLocked ? " (LOCKED)" : ""}`;
        const pool = PLAYERS.map(({ id, name, team, game, position }, player) => {
          const state = states[game]!;
          const info = state === "listed" ? GAMES[game]!.text : state;
          return `${position},${cell(player, isRowLocked(player))},${name},${id},${position === "PG" ? "PG/UTIL" : "UTIL"},${salaries[player]! * 100},${info},${team},${points[player]}`;
        });
        const left = before.map((lineup, entry) =>
          [
            `${901 + entry},Cup,1,$4`,
            ...SLOTS.map((_, seat) => (lineup === null ? "" : cell(lineup[seat]!, isMarked(entry, seat)))),
          ].join(),
        );
        const rows = [
          "Position,Name + ID,Name,ID,Roster Position,Salary,Game Info,TeamAbbrev,AvgPointsPerGame",
          ...pool,
        ];
        const text = [
          `Entry ID,Contest Name,Contest ID,Entry Fee,${SLOTS.join()},,Instructions`,
          ...rows.map((row, index) => `${left[index] ?? ",".repeat(6)},,${row}`),
        ].join("\n");

        const slate = readSlateFile(text, {
          ...{ file, sport: "basketball", contest: "three" },
          begun: true,
          catalog: optimizer.catalog,
        });
        const clock = `2025-01-15T${Math.floor(now)}:30-05:00`;
        const swapped = await swapEntries(optimizer, {
          file,
          entries: readEntries(text, { file }),
          slate,
          now: clock,
        });
        const [written] = fillEntries(text, {
          file,
          book: "bookA",
          lineups: swapped.entries.map(({ lineup }) => lineup),
        });
        const after = readEntries(written!, { file }).entries.map(({ seats }) =>
          seats.every(({ bookId }) => bookId === null)
            ? null
            : seats.map(({ bookId }) => PLAYERS.findIndex(({ id }) => id === bookId)),
        );

        /** Who is locked and who is off, read literally. */
        const inSeat = new Set(
          before.flatMap((lineup, entry) => lineup?.filter((_, seat) => isMarked(entry, seat)) ?? []),
        );
        const isLocked = (player: number) => {
          const state = states[PLAYERS[player]!.game]!;
          const byClock = state === "listed" && GAMES[PLAYERS[player]!.game]!.start <= now;
          return (
            isRowLocked(player) ||
            inSeat.has(player) ||
            state === "In Progress" ||
            state === "Final" ||
            byClock
          );
        };
        const isOff = (player: number) => states[PLAYERS[player]!.game] === "Postponed" && !isLocked(player);
        const hasBegun = PLAYERS.some((_, player) => isLocked(player));
        const sum = (lineup: readonly number[]) =>
          lineup.reduce((total, player) => total + points[player]!, 0);
        for (const [entry, lineup] of before.entries()) {
          const now = after[entry];
          const held = (lineup ?? []).map((player, seat) => isLocked(player) || isMarked(entry, seat));
          const open = legal.filter((one) =>
            one.every((player, seat) =>
              held[seat] ? player === lineup![seat] : !isLocked(player) && !isOff(player),
            ),
          );
          if (now === null) {
            expect(lineup).toBeNull();
            expect(!hasBegun || open.length === 0 || entries.length > 1, text).toBe(true);
            if (hasBegun && open.length === 0) {
              seen.unfilled += 1;
              expect(swapped.notes.join(), text).toContain(String(901 + entry));
            }
            continue;
          }
          for (const [seat, player] of now!.entries()) {
            if (held[seat]) expect(player, text).toBe(lineup![seat]);
            else if (player !== lineup?.[seat])
              expect([isLocked(player), isOff(player)], text).toEqual([false, false]);
            seen.kept += Number(held[seat] === true);
            seen.delayed += Number(states[PLAYERS[player]!.game] === "Delayed" && !held[seat]);
          }
          if (lineup === null) seen.filled += 1;
          if (entries.length === 1 && open.length > 0) {
            expect(sum(now!), text).toBe(Math.max(...open.map(sum)));
            seen.best += 1;
          }
          for (const [other, twin] of before.entries()) {
            if (other >= entry || lineup === null || twin?.join() !== lineup.join()) continue;
            if (SLOTS.some((_, seat) => isMarked(entry, seat) !== isMarked(other, seat))) continue;
            expect(now!.toSorted(), text).toEqual(after[other]!.toSorted());
            seen.equal += 1;
          }
        }
        const isEarly = (player: number) =>
          states[PLAYERS[player]!.game] === "listed" &&
          (isRowLocked(player) || inSeat.has(player)) &&
          GAMES[PLAYERS[player]!.game]!.start > now;
        expect(
          swapped.notes.some((note) => note.includes("check the time")),
          text,
        ).toBe(PLAYERS.some((_, player) => isEarly(player)));
        seen.early += Number(swapped.notes.some((note) => note.includes("check the time")));
      },
    ),
    runs(80, 29),
  );
  for (const count of Object.values(seen))
    expect(count, JSON.stringify(seen)).toBeGreaterThan(share(80, 0.03));
});
