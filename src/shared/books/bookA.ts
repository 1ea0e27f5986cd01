import type { BookRecord } from "./book.ts";
import { optional, required } from "./book.ts";

export const bookA = {
  name: "bookA",
  vendor: "DraftKings",
  site: "dk",
  pointsAttribute: "bookAPoints",
  salaryFile: {
    columns: {
      id: optional("ID"),
      position: required("Position"),
      rosterPosition: optional("Roster Position"),
      name: required("Name"),
      firstName: optional(),
      lastName: optional(),
      salary: required("Salary"),
      captainSalary: optional(),
      game: required("Game Info"),
      team: required("TeamAbbrev"),
      averagePoints: required("AvgPointsPerGame"),
      status: optional("Status", "Injury"),
    },
    out: ["OUT", "O", "IR", "NA"],
    rosterPositionSeats: true,
    captains: { slot: "CPT", ownRows: true, salaryFactor: 1.5 },
  },
  uploadFile: { rows: 500, cells: ["{id}", "{name} ({id})"] },
} as const satisfies BookRecord;
