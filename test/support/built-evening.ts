import { eveningFiles } from "../../bench/slates/evening.ts";
import { fillEntries, type SeatedLineup } from "../../src/files/entries/fill-entries.ts";
import { readEntries } from "../../src/files/entries/read-entries.ts";
import { matchProjections } from "../../src/files/match-projections.ts";
import { readProjectionsCsv } from "../../src/files/projections.ts";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { seatLineup, seatSlots } from "../../src/files/upload.ts";
import type { Optimizer } from "../../src/optimizer/optimizer.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";

/** The name of the example evening's entries file. */
export const file = "DKEntries.csv";
export const evening = eveningFiles();

export const slateOf = (text: string) => readSlateFile(text, { file, begun: true });

/** The points of the example evening's file `name` for the pool in `text`. */
export const pointsOf = (text: string, name: string) =>
  matchProjections(slateOf(text), readProjectionsCsv(evening.get(name)!, { file: name }).rows).points;

/**
 * The example evening's file with its entries filled with the best lineups of the projections, or unchanged.
 */
export async function builtEvening(optimizer: Optimizer): Promise<string> {
  const text = evening.get(file)!;
  const slate = slateOf(text);
  const { slots, entries } = readEntries(text, { file });
  const contest = optimizer.catalog.contest(slate.sport, slate.book, slate.contest);
  const seats = seatSlots(slots, contest, file);
  const listings = new Map(slate.entries.map((entry) => [entry.uuid, entry]));
  const { data } = await optimizer.optimize({
    ...slateInputs(slate, { projections: pointsOf(text, "projections.csv") }),
    count: entries.length - 1,
  });
  const lineups: (SeatedLineup | null)[] = data.map(({ attributes }) =>
    seatLineup(attributes.byPositions, seats, contest, listings),
  );
  return String(fillEntries(text, { file, book: slate.book, lineups: [...lineups, null] })[0]);
}
