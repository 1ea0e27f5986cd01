import type { ContestTable } from "../../catalog/contest-table.ts";
import { uploadCsv } from "../../formats/upload.ts";
import type { LineupRows } from "../lineup-rows.ts";

/** Lineups as the book's upload file takes them. */
export function uploadRows(contest: ContestTable, lineups: readonly LineupRows[]): string {
  return uploadCsv(
    contest,
    lineups.map(({ seats }) => ({ slots: seats.map((seat) => ({ slot: seat.slot, players: [seat] })) })),
  );
}
