import { expect, test } from "vitest";
import { easternToUtc, readGameInfo } from "../../src/files/game-info.ts";

test.each([
  ["SF@CLE 10/15/2023 01:00PM ET", "2023-10-15T17:00:00+00:00"],
  ["SF@CLE 11/05/2023 01:00PM ET", "2023-11-05T18:00:00+00:00"],
  ["SF@CLE 12/31/2023 08:20PM ET", "2024-01-01T01:20:00+00:00"],
  ["SF@CLE 03/10/2024 12:30PM ET", "2024-03-10T16:30:00+00:00"],
  ["SF@CLE 1/5/2024 12:05AM ET", "2024-01-05T05:05:00+00:00"],
  ["SF@CLE 1/5/2024 11:59PM ET", "2024-01-06T04:59:00+00:00"],
  ["sf@cle 07:00PM ET", null],
  ["SF@CLE", null],
])("%s starts at %s", (text, startsAt) => {
  expect(readGameInfo(text)).toEqual({ kind: "game", away: "SF", home: "CLE", startsAt });
});

test.each([
  ["In Progress", "game-started"],
  ["FINAL", "game-over"],
  ["Postponed", "game-off"],
  ["SF@CLE Postponed", "game-off"],
  ["Cancelled", "game-off"],
  ["canceled", "game-off"],
  ["Suspended", "game-off"],
  ["", "game-unknown"],
])("%j is closed: %s", (text, reason) => {
  expect(readGameInfo(text)).toEqual({ kind: "closed", reason });
});

test("a delayed game is still played: its time no longer holds, and its teams may be missing", () => {
  expect(readGameInfo("delayed")).toEqual({ kind: "delayed" });
  const game = { kind: "game", away: "SF", home: "CLE", startsAt: null };
  expect(readGameInfo("SF@CLE Delayed")).toEqual(game);
});

test.each([
  "SF@",
  "@CLE",
  "SF@CLE@RAV",
  "Bahrain Grand Prix 13/45/2023 01:00PM ET",
  "SF@CLE 13/45/2023 01:00PM ET",
  "SF@CLE 02/30/2024 01:00PM ET",
  "SF@CLE 10/15/2023 13:00PM ET",
  "SF@CLE 10/15/2023 00:30PM ET",
  "SF@CLE 10/15/2023 01:75PM ET",
  "SF@CLE 07:60PM ET",
])("%s is not a game", (text) => {
  expect(readGameInfo(text)).toBeNull();
});

test.each([
  ["FUL vs WHU 12:30PM ET", "WHU", "FUL", null],
  ["psg vs slo 09/09/2026 03:00PM ET", "SLO", "PSG", "2026-09-09T19:00:00+00:00"],
  [
    "Alcaraz Garfia@Ramos-Vinolas 02/17/2020 06:20PM ET",
    "ALCARAZ GARFIA",
    "RAMOS-VINOLAS",
    "2020-02-17T23:20:00+00:00",
  ],
  ["NYL @ POR 2026-05-13T02:00:00.0000000Z", "NYL", "POR", "2026-05-13T02:00:00+00:00"],
])("%s has an away and a home side", (text, away, home, startsAt) => {
  expect(readGameInfo(text)).toEqual({ kind: "game", away, home, startsAt });
});

test("a game of a doubleheader has a number", () => {
  const first = { kind: "game", away: "NYM", home: "ATL", number: "1" };
  expect(readGameInfo("NYM@ATL (1) 07/06/2026 01:10PM ET")).toEqual({
    ...first,
    startsAt: "2026-07-06T17:10:00+00:00",
  });
  expect(readGameInfo("NYM@ATL (1)")).toEqual({ ...first, startsAt: null });
});

test.each([
  ["THE PLAYERS Championship", "THE PLAYERS Championship", null],
  ["SpeedyCash.com 250 04/01/2023 04:30PM ET", "SpeedyCash.com 250", "2023-04-01T20:30:00+00:00"],
  ["constructor", "constructor", null],
])("%s is the name of an event", (text, name, startsAt) => {
  expect(readGameInfo(text)).toEqual({ kind: "event", name, startsAt });
});

test("a repeated hour at the end of daylight saving is the first; a skipped one is standard time", () => {
  expect(easternToUtc(2023, 11, 5, 1, 30)).toBe("2023-11-05T05:30:00+00:00");
  expect(easternToUtc(2024, 3, 10, 2, 30)).toBe("2024-03-10T07:30:00+00:00");
});
