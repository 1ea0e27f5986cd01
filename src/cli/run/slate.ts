import { isOfPool } from "../../files/match-projections.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { BAD_INPUT } from "../failure.ts";
import { readEveningFiles } from "../input/entries-file.ts";
import type { SlateOptions } from "../options/slate.ts";
import { writeResult } from "../output.ts";
import { json } from "../render/json.ts";
import { lookOf } from "../render/look.ts";
import { slateFacts } from "../render/slate-facts.ts";
import { slateReport } from "../render/slate-report.ts";

/** Shows what a book's file and projections were understood to be. */
export async function run(options: SlateOptions, name: string): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const files = await readEveningFiles(name, options, catalog);
  // A contest that no table knows is told of now, and not when lineups are built.
  catalog.contest(files.slate.sport, files.slate.book, files.slate.contest);
  const facts = slateFacts(files);
  const text = options.format === "json" ? json(facts) : slateReport(facts, files, lookOf(options.output));
  await writeResult(text, options.output);
  if (!(files.points?.files ?? []).every(({ report }) => isOfPool(report))) process.exitCode = BAD_INPUT;
}
