import { join } from "node:path";

/** The kinds of files that a segment has: rows with documents, rows in short, and how long each took. */
export const SEGMENT_KINDS = ["rows", "results", "timings"] as const;

export type SegmentKind = (typeof SEGMENT_KINDS)[number];

const PLACES: { readonly [Kind in SegmentKind]: { readonly folder: string; readonly ending: string } } = {
  rows: { folder: "segments", ending: ".ndjson.gz" },
  results: { folder: "results", ending: ".ndjson" },
  timings: { folder: "timings", ending: ".ndjson" },
};

const DIGITS = 6;

/** Where things lie in a batch's folder. */
export const placesIn = (out: string) => ({
  out,
  record: join(out, "batch.json"),
  lock: join(out, "lock"),
  journal: join(out, "journal"),
  summary: join(out, "summary.json"),
  report: join(out, "report.html"),
  /** What the service said. */
  service: join(out, "service"),
  /** A batch in the making that is to take this one's place, and the mark that it is whole. */
  next: join(out, "next"),
  whole: join(out, "whole"),
  folder: (kind: SegmentKind) => join(out, PLACES[kind].folder),
  segment: (kind: SegmentKind, segment: number) =>
    join(out, PLACES[kind].folder, `${String(segment).padStart(DIGITS, "0")}${PLACES[kind].ending}`),
});

export type Places = ReturnType<typeof placesIn>;

/** The number of the segment that a file is of; null for any other file. */
export function segmentNumber(name: string): number | null {
  const found = /^(\d{6,})\.ndjson(?:\.gz)?$/.exec(name);
  return found ? Number(found[1]) : null;
}
