import { usageError } from "./usage-error.ts";

/** How a report is written. */
export type ReportFormat = "table" | "html" | "json";

const ENDINGS: Readonly<Record<string, ReportFormat>> = { ".html": "html", ".htm": "html", ".json": "json" };

/** What a file's name says of its format; undefined where it says nothing. */
export function formatOfName(file: string): ReportFormat | undefined {
  const name = file.toLowerCase();
  return Object.entries(ENDINGS).find(([ending]) => name.endsWith(ending))?.[1];
}

/** @throws InvalidRequestError for a file whose name does not say how to write it */
export function checkReportFile(file: string): void {
  if (formatOfName(file) === undefined)
    throw usageError("--report", `takes FILE.html or FILE.json, not "${file}".`);
}

/** @throws InvalidRequestError for a file whose name does not say that it is a page */
export function checkPageFile(file: string | undefined): void {
  if (file !== undefined && formatOfName(file) !== "html")
    throw usageError("--report", `takes FILE.html, not "${file}".`);
}
