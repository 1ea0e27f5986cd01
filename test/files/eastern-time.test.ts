import { expect, test } from "vitest";
import { easternText, easternToUtc } from "../../src/files/game-info.ts";

test.each([
  ["in summer, four hours behind", [2023, 7, 4, 13, 5], "2023-07-04T17:05:00+00:00"],
  ["in winter, five hours behind", [2023, 12, 25, 20, 20], "2023-12-26T01:20:00+00:00"],
  ["the last minute before summer time", [2023, 3, 12, 1, 59], "2023-03-12T06:59:00+00:00"],
  ["the hour that summer time skips, as standard time", [2023, 3, 12, 2, 30], "2023-03-12T07:30:00+00:00"],
  ["the first minute of summer time", [2023, 3, 12, 3, 0], "2023-03-12T07:00:00+00:00"],
  ["a repeated hour, as its first", [2023, 11, 5, 1, 30], "2023-11-05T05:30:00+00:00"],
  ["midnight", [2024, 2, 29, 0, 0], "2024-02-29T05:00:00+00:00"],
] as const)("%s", (_, [year, month, day, hour, minute], utc) => {
  expect(easternToUtc(year, month, day, hour, minute)).toBe(utc);
});

test.each([
  ["a day that its month has not", [2023, 2, 29, 12, 0]],
  ["an invalid month", [2023, 13, 1, 12, 0]],
  ["the hour 24", [2023, 5, 1, 24, 0]],
  ["the minute 60", [2023, 5, 1, 12, 60]],
] as const)("%s is not a time", (_, [year, month, day, hour, minute]) => {
  expect(easternToUtc(year, month, day, hour, minute)).toBeNull();
});

test("daylight saving follows the machine's time zones, in every year of the current law", () => {
  const hour = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    hourCycle: "h23",
    hour: "2-digit",
  });
  let saving = 0;
  for (let year = 2007; year <= 2040; year += 1)
    for (let day = 0; day < 366; day += 1)
      for (const wallHour of [0, 1, 2, 3, 19]) {
        const wall = new Date(Date.UTC(year, 0, 1 + day, wallHour));
        const expected = Number(hour.format(wall.getTime() + 4 * 3_600_000)) === wallHour ? 4 : 5;
        saving += expected === 4 ? 1 : 0;
        const utc = easternToUtc(
          wall.getUTCFullYear(),
          wall.getUTCMonth() + 1,
          wall.getUTCDate(),
          wallHour,
          0,
        );
        if (Date.parse(utc!) !== wall.getTime() + expected * 3_600_000)
          throw new Error(`${utc} of ${wall.toISOString()}`);
      }
  expect(saving).toBeGreaterThan(30_000);
});

test("an instant is shown in the books' time zone", () => {
  expect(easternText("2025-01-13T02:00:00+00:00")).toBe("Sun, Jan 12, 9:00 PM ET");
  expect(easternText("2023-10-15T12:00:00-05:00")).toBe("Sun, Oct 15, 1:00 PM ET");
});
