import { csvLine } from "../../src/files/csv.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { groupBy } from "../../src/shared/collections.ts";
import { generateSlate } from "./generate-slate.ts";
import { createRandom } from "./random.ts";

/** The points of a golfer after a made and after a missed cut, on average. */
const CUT = { made: 75, missed: 25 };

/** The files of the guides to single sports besides the salary files, by path under `examples/`. */
export function sportFiles(): ReadonlyMap<string, string> {
  const slateOf = (name: string) => readSlateFile(generateSlate(name), { file: `${name}.csv` });
  const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => `${csvLine(row)}\n`).join("");
  const random = createRandom(21);
  const golfers = slateOf("golf.draftkings.classic").entries.map(({ name, averagePoints }) => {
    const points = averagePoints! * random.between(0.85, 1.1);
    const cut = Math.min(0.95, Math.max(0.15, (points - CUT.missed) / (CUT.made - CUT.missed)));
    const wave = random.whole(0, 1) === 0 ? "Early" : "Late";
    const ownership = (points / 100) ** 3 * random.between(10, 30);
    return [name, points.toFixed(1), ownership.toFixed(1), wave, cut.toFixed(2)];
  });
  const drivers = slateOf("nascar.draftkings.classic").entries.map(({ name }) => name);
  const order = drivers.map((name, place) => ({ name, at: place + random.between(-14, 14) }));
  const starts = order.sort((a, b) => a.at - b.at).map(({ name }, place) => [name, String(place + 1)]);
  const hitters = createRandom(22);
  const teams = groupBy(slateOf("baseball.draftkings.classic").entries, ({ team }) => team);
  const batters = [...teams.values()].flatMap((team) => {
    const isPitcher = ({ position }: (typeof team)[number]) => position.endsWith("P");
    const dear = team.toSorted((a, b) => b.salary - a.salary);
    const pitcher = dear.find(isPitcher)!;
    const order = dear
      .filter((one) => !isPitcher(one))
      .slice(0, 9)
      .map((one, place) => ({ ...one, at: place + hitters.between(0, 4) }))
      .sort((a, b) => a.at - b.at);
    return [pitcher, ...order].map((one, place) => {
      const points = Math.max(1, one.averagePoints! * hitters.between(0.85, 1.1));
      const ownership = (points / (place === 0 ? 20 : 9)) ** 2 * hitters.between(5, 20);
      const text = [points, ownership].map((value) => value.toFixed(1));
      return [one.name, one.team, ...text, place === 0 ? "" : String(place)];
    });
  });
  const skaters = groupBy(
    slateOf("ice-hockey.draftkings.classic").entries.filter(({ position }) => position !== "G"),
    ({ team }) => team,
  );
  const lines = [...skaters.values()].flatMap((team) => {
    const dear = team.toSorted((a, b) => b.salary - a.salary);
    const placed = (positions: string, each: number) =>
      dear
        .filter(({ position }) => positions.includes(position))
        .map((one, place) => ({ one, line: 1 + Math.floor(place / each) }));
    return [...placed("C", 1), ...placed("LWRW", 2), ...placed("D", 2)]
      .filter(({ line }) => line <= 4)
      .map(({ one: { name, team: own }, line }) => [name, own, String(line), line <= 2 ? String(line) : ""]);
  });
  return new Map([
    ["ice-hockey/lines.csv", csv([["Name", "Team", "Line", "PP"], ...lines])],
    ["baseball/projections.csv", csv([["Name", "Team", "Proj", "Own%", "Batting Order"], ...batters])],
    ["golf/projections.csv", csv([["Name", "Proj", "Own%", "Wave", "Make Cut"], ...golfers])],
    ["racing/starts.csv", csv([["Driver", "Start"], ...starts])],
  ]);
}
