import { join } from "node:path";

/** A segment's kinds of files: rows with documents, short rows, and times per job. */
export const SEGMENT_KINDS = ["rows", "results", "timings"] as const;

export type SegmentKind = (typeof SEGMENT_KINDS)[number];

const PLACES: { readonly [Kind in SegmentKind]: { readonly folder: string; readonly ending: string } } = {
  rows: { folder: "segments", ending: ".ndjson.gz" },
  results: { folder: "results", ending: ".ndjson" },
  timings: { folder: "timings", ending: ".ndjson" },
};

const DIGITS = 6;

/** The paths in a batch's folder. */
export const placesIn = (out: string) => ({
  out,
  record: join(out, "batch.json"),
  lock: join(out, "lock"),
  journal: join(out, "journal"),
  summary: join(out, "summary.json"),
  report: join(out, "report.html"),
  /** Saved answers of the service. */
  service: join(out, "service"),
  /** A new batch that will replace this one, and the mark that it is complete. */
  next: join(out, "next"),
  whole: join(out, "whole"),
  folder: (kind: SegmentKind) => join(out, PLACES[kind].folder),
  segment: (kind: SegmentKind, segment: number) =>
    join(out, PLACES[kind].folder, `${String(segment).padStart(DIGITS, "0")}${PLACES[kind].ending}`),
});

export type Places = ReturnType<typeof placesIn>;

/** The number of a file's segment; null for any other file. */
export function segmentNumber(name: string): number | null {
  const found = /^(\d{6,})\.ndjson(?:\.gz)?$/.exec(name);
  return found ? Number(found[1]) : null;
}
