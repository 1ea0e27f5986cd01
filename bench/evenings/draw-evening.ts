import { csvLine } from "../../src/files/csv.ts";
import type { Slate, SlateEntry } from "../../src/files/slate.ts";
import { uploadHeader } from "../../src/files/upload.ts";
import { bookNamed } from "../../src/shared/books.ts";
import { samplePath, sampleSlate } from "../cases/slates.ts";
import { loadCatalog } from "../engine.ts";
import { entriesLines } from "../slates/entries-lines.ts";
import { createRandom, type Random } from "../slates/random.ts";
import { ONE_GAME_STACKS, STACKS } from "./stacks.ts";

/** The files of an evening, and the commands to run one after another in their folder. */
export interface Evening {
  readonly name: string;
  /** By name. */
  readonly files: ReadonlyMap<string, string>;
  /** The arguments of each command. */
  readonly commands: readonly (readonly string[])[];
  /** The number of lineups that the last command writes. */
  readonly lineups: number;
}

/** How large evenings are. */
export interface EveningSizes {
  /** Numbers of lineups; repeated ones are drawn more often. */
  readonly lineups: readonly number[];
}

/** As people play: a few cash lineups, some 20 for smaller contests, and the 150 of a large one. */
const USUAL_SIZES: EveningSizes = { lineups: [1, 3, 10, 20, 20, 40, 60, 100, 150, 150] };

const catalog = await loadCatalog();

/** The names of all sample slates, such as `basketball.bookA.classic`. */
const SLATES: readonly string[] = catalog.contests.map(
  ({ sport, book, contest }) => `${sport}.${book}.${contest}`,
);

const KINDS = ["optimize", "optimize", "build", "swap"] as const;

/**
 * Draws an evening: projections around a slate's averages, a description as people write them, and one of the commands
 * that build lineups. All slates have their turn.
 */
export function drawEvening(
  seed: number,
  contest = SLATES[seed % SLATES.length]!,
  sizes: EveningSizes = USUAL_SIZES,
): Evening {
  const random = createRandom(seed);
  const slate = sampleSlate(contest);
  // A book without files of lineups has neither entries nor uploads.
  const hasFiles = bookNamed(slate.book).uploadFile.rows > 0;
  const drawn = random.pick(KINDS);
  const kind = hasFiles ? drawn : "optimize";
  const pool = slate.entries.filter(({ averagePoints }) => (averagePoints ?? 0) > 0);
  const projected = projectedPool(pool, random);
  const count = random.pick(sizes.lineups);
  const rules = description({ slate, projected, count, random, kind });
  const salaries = samplePath(contest);
  const files = new Map([
    ["projections.csv", projectionsCsv(projected)],
    // JSON is YAML.
    ["rules.yaml", `${JSON.stringify(rules, null, 1)}\n`],
  ]);
  const name = `${seed} ${contest} ${kind} ${count} ${rules.method}`;
  const given = ["-p", "projections.csv", "-r", "rules.yaml"];
  if (kind === "optimize") {
    const format = hasFiles ? "csv" : "json";
    const commands = [
      ["optimize", salaries, ...given, "-n", String(count), "--format", format, "-o", `upload.${format}`],
    ];
    return { name, files, commands, lineups: count };
  }
  files.set("entries.csv", entriesFile(slate, count));
  const build = ["build", "entries.csv", "--salaries", salaries, ...given, "-o", "upload.csv"];
  if (kind === "build") return { name, files, commands: [build], lineups: count };
  const news = afterNews(projected, random);
  files.set("news.csv", projectionsCsv(news));
  const starts = slate.entries.flatMap(({ startsAt }) => startsAt ?? []).sort();
  const now = starts.length === 0 ? [] : ["--now", starts[Math.floor(starts.length / 3)]!];
  const swapped = ["-p", "news.csv", "-r", "rules.yaml", ...now, "-o", "swap.csv"];
  const swap = ["swap", "upload.csv", "--salaries", salaries, ...swapped];
  return { name, files, commands: [build, swap], lineups: count };
}

interface Projected {
  readonly entry: SlateEntry;
  readonly points: number;
  /** Percent. */
  readonly own: number;
}

const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));

/** Points near the averages, and ownership that grows with the points for the salary. */
function projectedPool(pool: readonly SlateEntry[], random: Random): Projected[] {
  const found = pool.map((entry) => {
    const points = entry.averagePoints! * random.between(0.85, 1.15);
    return { entry, points: rounded(points), heat: (points / Math.sqrt(entry.salary)) ** 4 };
  });
  const all = found.reduce((sum, { heat }) => sum + heat, 0);
  return found.map(({ entry, points, heat }) => ({
    ...{ entry, points },
    own: rounded(Math.min(60, (800 * heat * random.between(0.6, 1.4)) / all), 1),
  }));
}

/** Some players are out, and the points of the others change. */
function afterNews(projected: readonly Projected[], random: Random): Projected[] {
  const best = projected.toSorted((a, b) => b.points - a.points).slice(0, 20);
  const out = new Set([random.pick(best), random.pick(best)]);
  return projected
    .filter((one) => !out.has(one))
    .map((one) => ({ ...one, points: rounded(one.points * random.between(0.8, 1.2)) }));
}

function projectionsCsv(projected: readonly Projected[]): string {
  const rows = projected.map(({ entry, points, own }) =>
    csvLine([entry.bookId!, entry.name, entry.team, String(points), String(own)]),
  );
  return ["ID,Name,Team,Proj,Own", ...rows, ""].join("\n");
}

/** An entries file without lineups: two contests, the first with a third of the entries. */
function entriesFile(slate: Slate, entries: number): string {
  const first = Math.ceil(entries / 3);
  const lines = entriesLines({
    book: slate.book as "bookA" | "bookB",
    kind: "entries",
    slots: uploadHeader(catalog.contest(slate.sport, slate.book, slate.contest)),
    lineups: Array.from({ length: entries }, () => null),
    pool: [],
    contestOf: (index) => (index < first ? 0 : 1),
    nameOf: (contest) => ["Small Stakes [20 Entry Max]", "Large Field [150 Entry Max]"][contest]!,
  });
  return `${lines.join("\n")}\n`;
}

interface DescriptionParts {
  readonly slate: Slate;
  readonly projected: readonly Projected[];
  readonly count: number;
  readonly random: Random;
  readonly kind: (typeof KINDS)[number];
}

/** 96% to 99% of the cap, in hundreds where salaries are. */
function salaryFloor(cap: number, random: Random): number {
  const unit = cap > 1_000 ? 100 : 1;
  return Math.round((cap * random.between(0.96, 0.99)) / unit) * unit;
}

/** A description of a portfolio as people write them. */
function description({ slate, projected, count, random, kind }: DescriptionParts) {
  const { sport, book, contest } = slate;
  const { salaryCap, slots } = catalog.contest(sport, book, contest);
  const seats = slots.reduce((sum, slot) => sum + slot.count, 0);
  const hasTeams = slate.entries.some(({ team }) => team !== slate.entries[0]!.team);
  const isOneGame = new Set(slate.entries.map(({ game }) => game)).size === 1;
  const chance = (percent: number) => random.whole(1, 100) <= percent;
  const method = chance(60) ? "joint" : "sequential";
  const best = projected
    .toSorted((a, b) => b.points / b.entry.salary - a.points / a.entry.salary)
    .slice(0, 30);
  const stars = projected.toSorted((a, b) => b.points - a.points).slice(0, 10);
  const idOf = ({ entry }: Projected) => entry.bookId!;
  const exposure = exposures();
  const rules = [...stacks(), ...groups(), ...sums()];
  return {
    method,
    ...(chance(80) && count > 1 && { unique: random.pick(seats > 7 ? [1, 1, 2, 2, 3] : [1, 1, 2]) }),
    ...(chance(60) && salaryCap && { salary: `${salaryFloor(salaryCap.default, random)}..` }),
    ...(exposure.length > 0 && { exposure }),
    ...(rules.length > 0 && { rules }),
    ...(chance(30) && { exclude: [idOf(random.pick(stars))] }),
    ...pointChanges(),
    ...(kind === "build" &&
      count >= 20 &&
      chance(60) && { contests: contests(), distinct: random.pick(["all", "within"]) }),
  };

  /** Limits of all players, limits of single ones, and minimums where the method takes them. */
  function exposures() {
    if (count < 10) return [];
    const single = [...new Set([random.pick(best), random.pick(best), random.pick(best)])];
    return [
      ...(chance(75)
        ? [{ each: "player", most: `${random.whole(isOneGame ? 6 : 3, isOneGame ? 9 : 7)}0%` }]
        : []),
      ...(chance(20) && hasTeams ? [{ each: "team", times: 3, most: "60%" }] : []),
      ...single.flatMap((player) => {
        if (!chance(40)) return [];
        const least = method === "joint" ? random.whole(1, 3) * 10 : 0;
        return [{ of: idOf(player), share: `${least}%..${least + random.whole(2, 4) * 10}%` }];
      }),
    ];
  }

  function stacks() {
    const known = isOneGame && hasTeams ? ONE_GAME_STACKS : (STACKS[sport] ?? []);
    return known.flatMap((draw, at) => (chance(at === 0 ? 75 : 30) ? [draw(random, method)] : []));
  }

  /** At most some of a group, and one player only with another. */
  function groups() {
    const members = [...new Set(Array.from({ length: 4 }, () => idOf(random.pick(best))))];
    const [first, second] = members;
    return [
      ...(chance(35) ? [{ count: { of: members, most: random.whole(1, 2) } }] : []),
      ...(chance(25) && second !== undefined
        ? [{ when: { of: first }, count: { of: second, most: 0 } }]
        : []),
      ...(chance(20) ? [{ count: { of: members.slice(0, 3), least: 1 }, share: "30%.." }] : []).filter(
        () => method === "joint" && count > 2,
      ),
    ];
  }

  /** Less ownership than the best lineup has. */
  function sums() {
    if (!chance(45)) return [];
    const usual = best.slice(0, 15).reduce((sum, { own }) => sum + own, 0) / 15;
    return [{ sum: { column: "Own", most: Math.round(seats * usual * random.between(0.6, 1)), missing: 0 } }];
  }

  function pointChanges() {
    const boost = Object.fromEntries(
      Array.from({ length: 2 }, () => [idOf(random.pick(best)), random.pick(["+5%", "-10%", 1.5])]),
    );
    const isRandom = method === "sequential" && kind === "optimize" && chance(30);
    const changed = {
      ...(chance(30) && { boost }),
      ...(isRandom && { random: { seed: random.whole(1, 1_000), spread: `${random.whole(5, 25)}%` } }),
    };
    return Object.keys(changed).length === 0 ? {} : { points: changed };
  }

  function contests() {
    return [
      { name: "small", entries: { limit: "..20" }, exposure: [{ each: "player", most: "80%" }] },
      { name: "large", ...(chance(50) && { unique: 2 }) },
    ];
  }
}
