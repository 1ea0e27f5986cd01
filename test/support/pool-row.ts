import type { PoolRow } from "../../src/files/pool-rows.ts";
import type { Listing } from "../../src/files/slate.ts";

/** A pool row: a quarterback in an upcoming game, with a test's changes. */
export function poolRow(own: Partial<PoolRow> = {}): PoolRow {
  return {
    file: "salaries.csv",
    line: 2,
    id: null,
    position: "QB",
    rosterPosition: null,
    name: "Ado Kessby",
    firstName: null,
    lastName: null,
    salary: 7_200,
    captainSalary: null,
    game: { kind: "game", away: "RAV", home: "TIN", startsAt: null },
    gameText: "RAV@TIN",
    team: "RAV",
    averagePoints: 22.4,
    status: null,
    locked: false,
    columns: {},
    ...own,
  };
}

/** A listed player: the same quarterback, with a test's changes. */
export function listing(own: Partial<Listing> = {}): Listing {
  return {
    uuid: "11111111-1111-5111-8111-111111111111",
    kind: "player",
    bookId: null,
    captainBookId: null,
    name: "Ado Kessby",
    firstName: null,
    lastName: null,
    position: "QB",
    slots: null,
    team: "RAV",
    salary: 7_200,
    captainSalary: null,
    averagePoints: 22.4,
    status: null,
    ...own,
  };
}
