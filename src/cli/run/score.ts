import { scoreDocument, scorePerformances } from "../../contests/scoring/document.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import type { PerformanceDocument } from "../../shared/schema/performances.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { inputName, readJson } from "../input/files.ts";
import { askedBook } from "../options/book.ts";
import type { ScoreOptions } from "../options/score.ts";
import { writeResult } from "../output.ts";
import { located } from "../places.ts";
import { json } from "../render/json.ts";
import { lookOf } from "../render/look.ts";
import { scoreTable } from "../render/score-table.ts";
import { usageError } from "../usage-error.ts";

/** Scores stat lines by a book's table. */
export async function run(options: ScoreOptions): Promise<void> {
  const book = askedBook(options);
  if (book === undefined)
    throw usageError("--book", "or --site is missing: whose scoring applies, dk or fd?");
  const { scoringTable } = await loadCatalog({ scoring: options.scoring });
  const table = scoringTable(options.sport, book);
  const document = (await readJson(options.performances)) as PerformanceDocument;
  await writeResult(scored(document, table, options), options.output);
}

function scored(document: PerformanceDocument, table: ScoringTable, options: ScoreOptions): string {
  const kind = { kind: options.actual ? "actual" : "projected" } as const;
  try {
    return options.format === "json"
      ? json(scorePerformances(document, [table], kind))
      : scoreTable(scoreDocument(document, table, kind), lookOf(options.output));
  } catch (error) {
    throw located(error, { body: inputName(options.performances), labelOf: () => null });
  }
}
