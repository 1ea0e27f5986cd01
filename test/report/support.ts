import type { ReportedLineup, ReportedPerson, ReportInput } from "../../src/report/report.ts";

/** Six players of three teams, by their letters; `e` has markup in the name. */
export const PEOPLE: ReadonlyMap<string, ReportedPerson> = new Map(
  (
    [
      ["a", "Ado Kessby", "RAV", "QB", 9_000, 40],
      ["b", "Bor Lander", "RAV", "WR", 7_000, 25],
      ["c", "Cas Moror", "TIN", "RB", 6_000, 10],
      ["d", "Dan Ingman", "TIN", "WR", 5_000, 5],
      ["e", `<img src=x onerror="alert(1)">&'`, "FOX", "TE", 4_000, 2],
      ["f", "Moles", "FOX", "DST", 3_000, 1],
    ] as const
  ).map(([uuid, name, team, position, salary, ownership]) => [
    uuid,
    { name, team, position, salary, ownership },
  ]),
);

/** A lineup of these letters; the first is in the captain's slot if given. */
export function lineup(letters: string, points: number | null, captain = false): ReportedLineup {
  return {
    seats: [...letters].map((uuid, index) => ({ slot: captain && index === 0 ? "CPT" : "FLEX", uuid })),
    salary: [...letters].reduce((sum, uuid) => sum + PEOPLE.get(uuid)!.salary!, 0),
    points,
  };
}

/** Four lineups of three. */
export const INPUT: ReportInput = {
  title: "DraftKings tiny classic",
  cap: 25_000,
  captainSlots: [],
  people: PEOPLE,
  lineups: [lineup("abc", 60), lineup("abd", 58), lineup("acd", 51), lineup("cde", 30.5)],
};
