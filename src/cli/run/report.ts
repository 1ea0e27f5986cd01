import { loadCatalog } from "../../platform/node/catalog.ts";
import { reportOfFile } from "../input/reported-file.ts";
import type { ReportOptions } from "../options/report.ts";
import { writeResult } from "../output.ts";
import { lookOf } from "../render/look.ts";
import { formatOfName } from "../report-file.ts";
import { renderedReport } from "../write-report.ts";

/** Reports on lineups from any file. */
export async function run(options: ReportOptions, file: string): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const report = await reportOfFile(file, options, catalog);
  const format = options.format ?? formatOfName(options.output ?? "") ?? "table";
  await writeResult(await renderedReport(report, format, lookOf(options.output)), options.output);
}
