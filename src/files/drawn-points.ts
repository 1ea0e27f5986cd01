import type { OutcomeKnowledgeInput } from "../shared/schema/options.ts";
import type { SimulatedOutcomes } from "../simulation/simulated-outcomes.ts";
import type { MatchOptions } from "./match-projections.ts";
import type { ProjectionColumn } from "./projection-columns.ts";
import type { ProjectionRow } from "./projections.ts";
import { readDrawsCsv, simulatedOutcomes } from "./simulated-outcomes.ts";
import type { NamedFile, ReadSlateFiles } from "./slate-files.ts";
import { readSpreads, spreadNote } from "./spreads.ts";

type RowsOfPeople = ReadonlyMap<string, Pick<ProjectionRow, "line" | "columns" | "draws">>;

/**
 * How a slate's points are drawn, as read from files: by what is known about single players, such as spreads
 * and batting orders (`known`), or from simulated outcomes (`simulated`).
 */
export interface DrawnPointsOfFiles {
  readonly known?: readonly OutcomeKnowledgeInput[] | undefined;
  readonly simulated?: SimulatedOutcomes | undefined;
  /** Sentences that say what was read. */
  readonly notes: readonly string[];
}

/**
 * `file` names the projections in errors; `draws` is a file of simulated draws, used instead of the
 * projections' columns of draws.
 */
export interface DrawnPointsOptions extends Pick<MatchOptions, "aliases"> {
  readonly file: string;
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
  readonly draws?: NamedFile | undefined;
}

/**
 * Reads how the players' points are drawn. If there is a file of draws, or the projections have columns of
 * draws, these are the simulated outcomes. Otherwise reads each player's spread from the other columns of the
 * projections, the attribute files and the salary file.
 * @throws InvalidFileError as `readDrawsCsv`, `simulatedOutcomes` and `readSpreads`
 */
export function readDrawnPoints(
  {
    slate,
    points,
  }: Pick<ReadSlateFiles, "slate"> & { readonly points?: { readonly rows: RowsOfPeople } | undefined },
  { file, columns, draws, aliases }: DrawnPointsOptions,
): DrawnPointsOfFiles {
  const rows: RowsOfPeople = points?.rows ?? new Map();
  const found = draws
    ? readDrawsCsv(slate, draws.bytes, { file: draws.file, aliases, columns })
    : simulatedOutcomes(rows, { file });
  if (found !== null) return { simulated: found.simulated, notes: [`${draws?.file ?? file}: ${found.note}`] };
  // Ice-hockey lines and batting orders may be in the salary file, or in a file of attributes.
  const whole = new Map(
    slate.entries.map(({ uuid, line = 0, columns: own }) => {
      const row = rows.get(uuid) ?? { line };
      return [uuid, { ...row, columns: { ...own, ...row.columns } }];
    }),
  );
  const spreads = readSpreads(whole, { file, book: slate.book, columns });
  const text = spreadNote(spreads);
  return { known: spreads.known, notes: text === null ? [] : [`${file}: ${text}`] };
}
