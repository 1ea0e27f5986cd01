import { csvLine } from "../../src/files/csv.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { entriesLines } from "./entries-lines.ts";
import { generateSlate } from "./generate-slate.ts";
import { createRandom } from "./random.ts";

/** The contest of the guides' example evening. */
const CONTEST = "basketball.draftkings.classic";

/** The number of entries in each of its contests. */
const ENTRIES = [12, 8] as const;

const NAMES = ["Hoops Special [20 Entry Max]", "Late Hoops, 8-Max"] as const;

const SLOTS = ["PG", "SG", "SF", "PF", "C", "G", "F", "UTIL"];

/** The deviation of the projections from the averages, and of the news from the projections. */
const SPREAD = 0.12;

/**
 * The evening's files by name: reserved entries, projections, and new projections after news about absent
 * players.
 */
export function eveningFiles(): ReadonlyMap<string, string> {
  const pool = generateSlate(CONTEST).trimEnd().split(/\r?\n/);
  const slate = readSlateFile(pool.join("\n"), { file: CONTEST });
  const random = createRandom(11);
  const total = ENTRIES[0] + ENTRIES[1];
  const entries = entriesLines({
    book: "bookA",
    kind: "entries",
    slots: SLOTS,
    lineups: Array.from({ length: total }, () => null),
    pool,
    nameOf: (contest) => NAMES[contest]!,
    contestOf: (index) => (index < ENTRIES[0] ? 0 : 1),
  });
  const rows = slate.entries.map(({ name, team, position, averagePoints, startsAt }) => {
    const points = averagePoints! * random.between(1 - SPREAD, 1 + SPREAD);
    return { name, team, position, points, own: Math.round(points * random.between(0, 6)) / 10, startsAt };
  });
  const latest = rows
    .map(({ startsAt }) => startsAt!)
    .sort()
    .at(-1);
  // The two best players with late games are absent after all.
  const out = rows
    .filter(({ startsAt }) => startsAt === latest)
    .sort((a, b) => b.points - a.points)
    .slice(0, 2);
  const csv = (isNews: boolean) =>
    [
      ["Name", "Team", "Position", "Proj", "Own%"],
      ...rows.map((row) => [
        row.name,
        row.team,
        row.position,
        isNews && out.includes(row) ? "0" : row.points.toFixed(2),
        String(row.own),
      ]),
    ].map((cells) => `${csvLine(cells)}\n`);
  return new Map([
    ["DKEntries.csv", `${entries.join("\r\n")}\r\n`],
    ["projections.csv", csv(false).join("")],
    ["news.csv", csv(true).join("")],
  ]);
}
