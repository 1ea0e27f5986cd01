import type { EntriesFile } from "../../files/entries/read-entries.ts";
import { easternText } from "../../files/game-info.ts";
import { nearestListings } from "../../files/listing-index.ts";
import { isOfPool, knownRows, type MatchReport, matchNotes } from "../../files/match-projections.ts";
import { unknownMarks } from "../../files/player-marks.ts";
import { columnList } from "../../files/projections.ts";
import { AVERAGES_NOTE, LEFT_OUT_WORDS, type Listing, type Slate } from "../../files/slate.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { bookNamed } from "../../shared/books.ts";
import { groupBy } from "../../shared/collections.ts";
import { counted, dollars } from "../../shared/words.ts";
import { BAD_INPUT } from "../errors.ts";
import { type BookFiles, readBookFiles, slateNote } from "../input/lineup-input.ts";
import type { Options } from "../options/definitions.ts";
import { writeResult } from "../output.ts";
import { grid } from "../render/grid.ts";
import { blocks, folded, json, type Look, lookOf, printable, styled } from "../render/text.ts";

type SlateFacts = ReturnType<typeof slateFacts>;

function slateFacts({ file, entries, slate, points, notes }: BookFiles) {
  const { sport, book, contest } = slate;
  return {
    file,
    kind: entries?.kind ?? "salaries",
    sport,
    book,
    vendor: bookNamed(book).vendor,
    contest,
    games: gamesOf(slate),
    contests: entries?.kind === "entries" ? contestsOf(entries) : [],
    /** Listed players who cannot be drafted, the most expensive first. */
    out: slate.leftOut
      .toSorted((a, b) => b.listing.salary - a.listing.salary)
      .map(({ listing: { name, team, position, salary }, reason, detail }) => {
        return { name, team, position, salary, reason, detail };
      }),
    attributes: notes,
    projections: (points?.files ?? []).map(({ file: name, columns, read, report }) => {
      return { file: name, columns, read, ...matchFacts(report, slate) };
    }),
  };
}

function gamesOf({ entries }: Slate) {
  const games = new Map<string, { game: string; startsAt: string | null; players: number }>();
  for (const { game, startsAt } of entries) {
    const known = games.get(game) ?? { game, startsAt: null, players: 0 };
    games.set(game, { game, startsAt: known.startsAt ?? startsAt, players: known.players + 1 });
  }
  const late = ({ startsAt }: { readonly startsAt: string | null }) =>
    startsAt === null ? Number.POSITIVE_INFINITY : Date.parse(startsAt);
  return [...games.values()].sort((a, b) => Math.sign(late(a) - late(b)) || (a.game < b.game ? -1 : 1));
}

function contestsOf({ entries }: EntriesFile) {
  const contests = groupBy(entries, ({ contestId, contestName }) => `${contestId} ${contestName}`);
  return [...contests.values()].map((group) => ({
    id: group[0]!.contestId,
    name: group[0]!.contestName,
    entryFee: group[0]!.entryFee,
    entries: group.length,
    filled: group.filter(({ seats }) => seats.some(({ text }) => text !== "")).length,
    lockedSeats: group.reduce((sum, { seats }) => sum + seats.filter(({ locked }) => locked).length, 0),
  }));
}

function matchFacts(report: MatchReport, slate: Slate) {
  const { rows, projected, matched, unused, guesses, checks, withoutProjection } = report;
  return {
    rows,
    projected,
    known: knownRows(report),
    matched,
    unused: unused.map(({ row: { line, name, id }, cause, candidates }) => ({
      line,
      name: name ?? id,
      cause,
      candidates: (cause === "unknown" ? nearestListings(slate, name ?? "") : candidates).map(labelOf),
    })),
    guesses: guesses.map(({ row: { line, name }, listing }) => ({ line, name, player: labelOf(listing) })),
    checks,
    withoutProjection: withoutProjection.map(labelOf),
  };
}

function labelOf({ name, position, team }: Listing): string {
  return `${name} (${[position, ...(team === "" ? [] : [team])].join(", ")})`;
}

export async function run(options: Options<"slate">, name: string): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const files = await readBookFiles(name, options, catalog);
  // Report an unknown contest now, not when lineups are built.
  catalog.contest(files.slate.sport, files.slate.book, files.slate.contest);
  const facts = slateFacts(files);
  const text = options.format === "json" ? json(facts) : slateReport(facts, files, lookOf(options.output));
  await writeResult(text, options.output);
  if (!(files.points?.files ?? []).every(({ report }) => isOfPool(report))) process.exitCode = BAD_INPUT;
}

const MOST_NAMES = 24;
const UNMATCHED = 40;

function slateReport(facts: SlateFacts, { slate, points }: BookFiles, look: Look): string {
  const text = (one: string) => folded(printable(one), look.width, "  ");
  const title = (one: string) => styled("title", text(one), look);
  const { games, contests } = facts;
  return blocks(
    title(`${facts.file}: ${slateNote(slate)}.`),
    games.length === 0
      ? "No game that can be drafted from."
      : grid(
          [
            ["Game", ({ game }) => game],
            ["Start", ({ startsAt }) => (startsAt === null ? "not in the file" : easternText(startsAt))],
            ["Players", ({ players }) => String(players), "right"],
          ],
          games,
          look,
        ),
    facts.kind !== "entries"
      ? ""
      : grid(
          [
            ["Contest", ({ name, id }) => name ?? id ?? "", "wraps"],
            ["Fee", ({ entryFee }) => (entryFee === null ? "" : dollars(entryFee)), "right"],
            ["Entries", ({ entries }) => String(entries), "right"],
            ["With lineups", ({ filled }) => String(filled), "right"],
            ["Locked seats", ({ lockedSeats }) => String(lockedSeats), "right"],
          ],
          contests,
          look,
        ),
    ...outLines(facts).map(text),
    ...unknownMarks(slate).map(text),
    facts.attributes.map(text).join("\n"),
    ...(points?.files ?? []).map(({ file, columns, read, report }, at, { length }) =>
      [
        title(`${file}:`),
        ...[
          ...(columns === null ? [] : [columns]),
          ...(read === null ? [] : columnList(read)),
          ...matchNotes(
            at === length - 1 ? report : { ...report, withoutProjection: [] },
            slate,
            UNMATCHED,
            true,
          ),
        ].map((note) =>
          note.startsWith("  ") ? `  ${folded(printable(note), look.width - 2, "    ")}` : text(note),
        ),
      ].join("\n"),
    ),
    points === undefined ? text(`No projections: ${AVERAGES_NOTE}`) : "",
  );
}

function outLines({ out }: SlateFacts): string[] {
  const groups = groupBy(out, ({ reason, detail }) => `${reason}\n${reason === "injured" ? detail : ""}`);
  return [...groups.values()].map((people) => {
    const { reason, detail } = people[0]!;
    const mark = reason === "injured" ? ` (${detail})` : "";
    const names = people.slice(0, MOST_NAMES).map(({ name, team }) => `${name} (${team})`);
    const more = people.length > MOST_NAMES ? [`and ${people.length - MOST_NAMES} more`] : [];
    return `Left out ${counted(people.length, "player")} ${LEFT_OUT_WORDS[reason]}${mark}: ${[...names, ...more].join(", ")}.`;
  });
}
