import type { BookRecord } from "./book.ts";
import { optional, required } from "./book.ts";

export const bookB = {
  name: "bookB",
  vendor: "FanDuel",
  site: "fd",
  pointsAttribute: "bookBPoints",
  salaryFile: {
    columns: {
      id: required("Id"),
      position: required("Position"),
      rosterPosition: optional("Roster Position"),
      name: required("Nickname"),
      firstName: optional("First Name"),
      lastName: optional("Last Name"),
      salary: required("Salary"),
      captainSalary: optional("MVP 1.5x Salary"),
      game: required("Game"),
      team: required("Team"),
      averagePoints: required("FPPG"),
      status: optional("Injury Indicator"),
    },
    out: ["O", "IR", "NA"],
    rosterPositionSeats: false,
    captains: { slot: "MVP", ownRows: false, salaryFactor: 1.5 },
  },
  uploadFile: { rows: 250, cells: ["{id}", "{id}:{name}"] },
} as const satisfies BookRecord;
