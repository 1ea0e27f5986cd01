import { csvLine } from "../../files/csv.ts";
import type { Column, Columns, Part } from "../../report/parts.ts";
import { grouped } from "../../shared/words.ts";
import { blocks, folded, type Look, printable, styled } from "./text.ts";

export type { Column, Columns };

const GAP = 2;
const NARROWEST = 12;
/** The maximum number of characters shown of a cell, because files may have cells of any length. */
const LONGEST_CELL = 300;

/** At most the first `most` rows, then the number of further rows followed by `hint`. */
export function grid<Row>(
  shownOrNot: Columns<Row>,
  rows: readonly Row[],
  look: Look,
  most = rows.length,
  hint = "",
): string {
  const columns = shownOrNot.filter((column) => column !== false);
  const cells = [
    columns.map(([title]) => title),
    ...rows.slice(0, most).map((row) => columns.map(([, cell]) => shown(cell(row)))),
  ];
  const widths = fitted(columns, cells, look.width);
  const [titles, ...lines] = cells.map((row) => linesOf(columns, row, widths));
  const rule = "─".repeat(widths.reduce((sum, width) => sum + width + GAP, -GAP));
  return [
    ...titles!.map((line) => styled("title", line, look)),
    styled("rule", rule, look),
    ...lines.flat(),
    ...(rows.length > most ? [`and ${grouped(rows.length - most)} more${hint}`] : []),
  ].join("\n");
}

/** The parts of a result as tables with their notes, a text for each. */
export function partTexts(parts: readonly Part[], look: Look): string[] {
  return parts.map(({ columns, rows, most: [most], notes }) => {
    if (rows.length === 0) return "";
    const shown = grid(columns, rows, look, most, "; --format json has them all.");
    return [shown, ...notes.map((note) => folded(printable(note), look.width, "  "))].join("\n");
  });
}

export function resultText(heading: string, parts: readonly Part[], look: Look): string {
  return blocks(styled("title", folded(heading, look.width, "  "), look), ...partTexts(parts, look));
}

export function csvText<Row>(shownOrNot: Columns<Row>, rows: readonly Row[]): string {
  const columns = shownOrNot.filter((column) => column !== false);
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  return [columns.map(([title]) => title), ...cells].map((line) => `${csvLine(line)}\n`).join("");
}

function linesOf<Row>(
  columns: readonly Column<Row>[],
  cells: readonly string[],
  widths: readonly number[],
): string[] {
  const wrapped = cells.map((cell, at) => brokenText(cell, widths[at]!));
  return Array.from({ length: Math.max(...wrapped.map(({ length }) => length)) }, (_, line) =>
    columns
      .map(([, , how], at) => {
        const text = wrapped[at]![line] ?? "";
        const space = " ".repeat(Math.max(0, widths[at]! - columnsOf(text)));
        return how === undefined || how === "wraps" || how === "side" ? text + space : space + text;
      })
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

function brokenText(text: string, width: number): string[] {
  if (columnsOf(text) <= width) return [text];
  const fitting = new RegExp(`^(?:.{1,${width}}(?:\\s+|$)|.{1,${Math.max(1, width - 1)}}[\\\\/_.,;-])`, "u");
  const [line = [...text].slice(0, width).join("")] = fitting.exec(text) ?? [];
  const rest = text.slice(line.length);
  return [line.trimEnd(), ...(rest === "" ? [] : brokenText(rest, width))];
}

/** How many terminal columns a text takes: none for a combining mark, two for an East Asian character. */
function columnsOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return [...text.replaceAll(/\p{M}/gu, "")].reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0);
}

const WIDE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;

function shown(cell: string): string {
  const text = printable(cell);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}

function fitted<Row>(
  columns: readonly Column<Row>[],
  cells: readonly (readonly string[])[],
  width: number,
): number[] {
  const widths = columns.map((_, at) => cells.reduce((most, row) => Math.max(most, columnsOf(row[at]!)), 1));
  const wrapping = columns.flatMap(([, , how], index) => (how === "wraps" ? [index] : []));
  let excess = widths.reduce((sum, one) => sum + one, GAP * (columns.length - 1)) - width;
  while (excess > 0) {
    const widest = wrapping.reduce(
      (best: number | null, index) =>
        widths[index]! > NARROWEST && (best === null || widths[index]! > widths[best]!) ? index : best,
      null,
    );
    if (widest === null) break;
    widths[widest]! -= 1;
    excess -= 1;
  }
  return widths;
}
