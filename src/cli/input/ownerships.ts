import type { SlatePoints } from "./slate-points.ts";

/** How much of the field is expected to have somebody, in percent, by GUID; nobody where no file says. */
export function ownershipsOf(points: Pick<SlatePoints, "rows"> | undefined): ReadonlyMap<string, number> {
  return new Map(
    [...(points?.rows ?? [])].flatMap(([uuid, row]) =>
      "ownership" in row && row.ownership !== null ? [[uuid, row.ownership]] : [],
    ),
  );
}
