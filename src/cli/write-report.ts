import type { Report } from "../report/report.ts";
import { formatOfName, type ReportFormat } from "./options/parsers.ts";
import { writePage } from "./output.ts";
import { json } from "./render/json.ts";
import type { Look } from "./render/look.ts";
import { reportText } from "./render/report-text.ts";

/** A report in a format; loads the page renderer only for pages. */
export async function renderedReport(report: Report, format: ReportFormat, look: Look): Promise<string> {
  if (format === "json") return json(report);
  if (format === "table") return reportText(report, look);
  const { lineupPage } = await import("../report/lineup-page.ts");
  return lineupPage(report);
}

/** Writes a report to a file in the format of its ending. @throws InvalidFileError */
export async function writeReportFile(report: Report, file: string): Promise<void> {
  writePage(await renderedReport(report, formatOfName(file)!, { width: 80, colour: false }), file);
}
