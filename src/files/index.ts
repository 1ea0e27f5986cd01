/** Readers that need contests' tables are in `platform/`. */

export { sportLabel } from "../contests/catalog/sports.ts";
export { bookNamed, type ProjectionColumn } from "../shared/books.ts";
export type { Deal } from "../shared/schema/fields.ts";
export { columnsOfPoints, type NumberColumn, withAttributes } from "./attributes.ts";
export {
  type DrawnPointsOfFiles,
  type DrawnPointsOptions,
  type ReadOutcomes,
  readDrawnPoints,
  readDrawsCsv,
  simulatedOutcomes,
} from "./drawn-points.ts";
export {
  type AskedSet,
  buildSets,
  type ContestSets,
  contestSets,
  type Dealing,
  type Dealt,
  dealLineups,
  type EntriesSection,
  type LineupSet,
  type SetRequest,
} from "./entries/contest-sets.ts";
export { contestsOfEntries } from "./entries/contests-of-entries.ts";
export {
  type FillEntriesOptions,
  fillEntries,
  type SeatedLineup,
  type SeatPlayer,
} from "./entries/fill-entries.ts";
export {
  type EntriesFile,
  type EntrySeat,
  type FileContent,
  type FileEntry,
  type ReadEntriesOptions,
  readEntries,
  type SeatText,
} from "./entries/read-entries.ts";
export {
  readPastContest,
  readStandings,
  type StandingsFacts,
  type StandingsTables,
  standingsFacts,
} from "./entries/read-standings.ts";
export type { LeavingReason, LockedBy } from "./entries/sitting.ts";
export {
  type EntrySwap,
  type EntrySwapSeat,
  type SwapChange,
  type SwapEntriesRequest,
  type SwapPlayer,
  type SwappedEntries,
  type SwapVerdict,
  swapEntries,
} from "./entries/swap-entries.ts";
export { type Aliases, readAliasesCsv } from "./listing-index.ts";
export {
  type MatchedProjections,
  type MatchOptions,
  type MatchReport,
  matchNotes,
  matchProjections,
  type UnusedCause,
  type UnusedRow,
} from "./match-projections.ts";
export { eveningOf, idsOf, isSamePool, refuseStrangers } from "./of-this-slate.ts";
export { readPayouts } from "./payouts-csv.ts";
export type { AskedColumns, ColumnLike } from "./projection-columns.ts";
export {
  columnNote,
  type ProjectionRow,
  type ProjectionsFile,
  type ReadColumns,
  type ReadProjectionsOptions,
  readProjectionsCsv,
} from "./projections.ts";
export type { AnyFile, ReadAnyOptions } from "./read-any.ts";
export type { ReadSlateOptions } from "./read-slate.ts";
export type { Book, LeftOut, LeftOutReason, Listing, Slate, SlateEntry } from "./slate.ts";
export { AVERAGES_NOTE, describeLeftOut } from "./slate.ts";
export { type SlateInputOptions, type SlateInputs, slateInputs } from "./slate-inputs.ts";
export {
  type CorrelationsFile,
  type ReadSpreadsOptions,
  readCorrelationsCsv,
  readSpreads,
  type Spreads,
  spreadNote,
} from "./spreads.ts";
export {
  type LineupBySlot,
  seatLineup,
  seatLineups,
  seatSlots,
  slotsFor,
  type UploadLineup,
  type UploadPlayer,
  uploadCsv,
  uploadFiles,
} from "./upload.ts";
