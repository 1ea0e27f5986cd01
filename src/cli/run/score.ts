import { type ScoredPerformance, scoreDocument, scorePerformances } from "../../contests/scoring/document.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import type { PerformanceDocument } from "../../shared/schema/performances.ts";
import { pointsText } from "../../shared/words.ts";
import { locating } from "../errors.ts";
import { inputName, readJson } from "../input/files.ts";
import type { Options } from "../options/definitions.ts";
import { writeResult } from "../output.ts";
import { type Column, grid } from "../render/grid.ts";
import { json, type Look, lookOf } from "../render/text.ts";

export function scoreTable(lines: readonly ScoredPerformance[], look: Look): string {
  const rows = lines.flatMap((line) => [totalRow(line), ...line.breakdown.map(termRow)]);
  const cell = (at: number) => (row: readonly string[]) => row[at]!;
  const columns: Column<readonly string[]>[] = [
    ["Name", cell(0), "wraps"],
    ["Position", cell(1)],
    ["Term", cell(2)],
    ["Amount", cell(3), "right"],
    ["Points", cell(4), "right"],
    ["Note", cell(5), "wraps"],
  ];
  return `${grid(columns, rows, look)}\n`;
}

function totalRow({ uuid, name, position, group, points }: ScoredPerformance): string[] {
  const note = points !== null ? "" : group === null ? "no scoring for this position" : "nothing to score";
  return [name ?? uuid, position ?? "", "Total", "", points === null ? "none" : pointsText(points), note];
}

function termRow({ term, amount, points, note }: ScoredPerformance["breakdown"][number]): string[] {
  return ["", "", term, amountText(amount), pointsText(points), note ?? ""];
}

/** Whole amounts as they are; others with two decimals, or with four if they are small, such as chances. */
function amountText(amount: number): string {
  if (Number.isInteger(amount)) return String(amount);
  return Math.abs(amount) < 0.1 ? amount.toFixed(4) : amount.toFixed(2);
}

export async function run(options: Options<"score">): Promise<void> {
  const { sport, book, format, output } = options;
  const { scoringTable } = await loadCatalog({ scoring: options.scoring });
  const table = await scoringTable(sport, book!);
  const document = (await readJson(options.performances)) as PerformanceDocument;
  const kind = { kind: options.actual ? "actual" : "projected" } as const;
  const text = await locating({ body: inputName(options.performances) }, () =>
    format === "json"
      ? json(scorePerformances(document, [table], kind))
      : scoreTable(scoreDocument(document, table, kind), lookOf(output)),
  );
  await writeResult(text, output);
}
