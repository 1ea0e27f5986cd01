import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { uploadCsv, uploadFiles } from "../../files/upload.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { LineupFormat } from "../options/optimize.ts";
import { compactLines } from "./compact-lines.ts";
import { json } from "./json.ts";
import type { LineupRows } from "./lineup-rows.ts";
import { longCsv } from "./long-csv.ts";
import type { Look } from "./look.ts";
import { ndjsonLines } from "./ndjson-lines.ts";

/** Lineups as found, and as people read them; `rows` are made when asked for. */
export interface FoundLineups {
  readonly contest: ContestTable;
  readonly document: FantasyLineupDocument;
  readonly rows: () => readonly LineupRows[];
}

/** How they shall be written. */
export interface RenderOptions {
  readonly format: LineupFormat;
  /** With csv: a row for each player. */
  readonly long: boolean;
  /** With csv: a byte order mark first. */
  readonly bom: boolean;
  /** With csv: no more rows in one text than the book takes in one file. */
  readonly split: boolean;
  readonly look: Look;
}

const BYTE_ORDER_MARK = "\ufeff";

/** The lineups as text; as several, to be files of their own, where they are split. */
export async function renderLineups(found: FoundLineups, options: RenderOptions): Promise<readonly string[]> {
  return RENDERERS[options.format](found, options);
}

type Renderer = (
  found: FoundLineups,
  options: RenderOptions,
) => readonly string[] | Promise<readonly string[]>;

const RENDERERS: { readonly [Format in LineupFormat]: Renderer } = {
  async table({ rows, document }, { look }) {
    // What lays out tables is large, and the other formats do without it.
    const { lineupTables } = await import("./lineup-table.ts");
    const lineups = rows();
    const tables = lineupTables(lineups, look);
    const { portfolio } = document.meta ?? {};
    if (portfolio === undefined) return [tables];
    const { portfolioFigures } = await import("./portfolio-figures.ts");
    return [`${tables}\n${portfolioFigures(portfolio, document, lineups, look)}`];
  },
  compact: ({ rows }) => [compactLines(rows())],
  json: ({ document }) => [json(document)],
  ndjson: ({ rows }) => [ndjsonLines(rows())],
  csv({ contest, rows }, { long, bom, split }) {
    const mark = bom ? BYTE_ORDER_MARK : "";
    if (long) return [mark + longCsv(rows())];
    const lineups = rows().map(uploadLineup);
    const texts = split ? uploadFiles(contest, lineups) : [uploadCsv(contest, lineups)];
    return texts.map((text) => mark + text);
  },
};

function uploadLineup({ seats }: LineupRows) {
  return { slots: seats.map((seat) => ({ slot: seat.slot, players: [seat] })) };
}
