import { Command } from "commander";
import { BOOK_NAMES } from "../books/index.ts";
import { loadCatalog } from "../platform/node/catalog.ts";
import type { PerformanceDocument } from "../schema/performances.ts";
import type { ScoringTable } from "../schema/scoring.ts";
import { scoreDocument, scorePerformances } from "../scoring/document.ts";
import { formatOption } from "./arguments.ts";
import { inputName, readJson } from "./input.ts";
import { asJson, writeResult } from "./output.ts";
import { located } from "./places.ts";
import { scoreTable } from "./render/score-table.ts";

interface Options {
  readonly sport: string;
  readonly book: string;
  readonly performances: string;
  readonly actual: boolean;
  readonly format: "table" | "json";
}

/** Scores stat lines by a book's table. */
export function scoreCommand(): Command {
  return new Command("score")
    .description(
      "Score the stat lines of a Performance document. table shows the breakdown; json is a FantasyPerformance document, as optimize --projections takes it.",
    )
    .requiredOption("--sport <sport>", "as the scoring tables name it, such as american-football")
    .requiredOption("--book <book>", `whose scoring applies: ${BOOK_NAMES.join(" or ")}`)
    .requiredOption("--performances <file>", "Performance document (JSON); - reads standard input")
    .option(
      "--actual",
      "the lines tell what happened; by default what is predicted, with bonuses in expectation",
      false,
    )
    .addOption(formatOption(["table", "json"]))
    .action(score);
}

async function score(options: Options): Promise<void> {
  const { scoringTable } = await loadCatalog();
  const table = scoringTable(options.sport, options.book);
  const document = (await readJson(options.performances)) as PerformanceDocument;
  await writeResult(scored(document, table, options));
}

function scored(document: PerformanceDocument, table: ScoringTable, options: Options): string {
  const kind = { kind: options.actual ? "actual" : "projected" } as const;
  try {
    return options.format === "json"
      ? asJson(scorePerformances(document, [table], kind))
      : scoreTable(scoreDocument(document, table, kind));
  } catch (error) {
    throw located(error, { body: inputName(options.performances), labelOf: () => null });
  }
}
