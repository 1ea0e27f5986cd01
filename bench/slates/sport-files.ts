import { csvLine } from "../../src/files/csv.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { generateSlate } from "./generate-slate.ts";
import { createRandom } from "./random.ts";

/** The points of a golfer after a made and after a missed cut, on average. */
const CUT = { made: 75, missed: 25 };

/** The files of the guides to single sports besides the salary files, by path under `examples/`. */
export function sportFiles(): ReadonlyMap<string, string> {
  const slateOf = (name: string) => readSlateFile(generateSlate(name), { file: `${name}.csv` });
  const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => `${csvLine(row)}\n`).join("");
  const random = createRandom(21);
  const golfers = slateOf("golf.bookA.classic").entries.map(({ name, averagePoints }) => {
    const points = averagePoints! * random.between(0.85, 1.1);
    const cut = Math.min(0.95, Math.max(0.15, (points - CUT.missed) / (CUT.made - CUT.missed)));
    const wave = random.whole(0, 1) === 0 ? "Early" : "Late";
    const ownership = (points / 100) ** 3 * random.between(10, 30);
    return [name, points.toFixed(1), ownership.toFixed(1), wave, cut.toFixed(2)];
  });
  const drivers = slateOf("nascar.bookA.classic").entries.map(({ name }) => name);
  const order = drivers.map((name, place) => ({ name, at: place + random.between(-14, 14) }));
  const starts = order.sort((a, b) => a.at - b.at).map(({ name }, place) => [name, String(place + 1)]);
  return new Map([
    ["golf/projections.csv", csv([["Name", "Proj", "Own%", "Wave", "Make Cut"], ...golfers])],
    ["racing/starts.csv", csv([["Driver", "Start"], ...starts])],
  ]);
}
