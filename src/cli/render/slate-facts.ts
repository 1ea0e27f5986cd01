import type { EntriesFile } from "../../files/entries/read-entries.ts";
import { nearestListings } from "../../files/listing-index.ts";
import type { MatchReport } from "../../files/match-projections.ts";
import { knownRows } from "../../files/match-projections.ts";
import type { Listing, Slate } from "../../files/slate.ts";
import { bookNamed } from "../../shared/books/index.ts";
import { groupBy } from "../../shared/collections.ts";
import type { EveningFiles } from "../input/entries-file.ts";

/** What is known of a book's file and of projections, as JSON has it. */
export interface SlateFacts {
  readonly file: string;
  readonly kind: "salaries" | "template" | "entries";
  readonly sport: string;
  readonly book: string;
  readonly vendor: string;
  readonly contest: string;
  /** The earliest first; those whose start is not known last. */
  readonly games: readonly {
    readonly game: string;
    readonly startsAt: string | null;
    readonly players: number;
  }[];
  /** In the order of the file; none of a file without entries. */
  readonly contests: readonly ContestFacts[];
  /** Who is listed and cannot be drafted, the dearest first. */
  readonly out: readonly {
    readonly name: string;
    readonly team: string;
    readonly position: string;
    readonly salary: number;
    readonly reason: string;
    readonly detail: string;
  }[];
  readonly projections: readonly ProjectionFacts[];
}

/** A contest that the file has entries of. */
interface ContestFacts {
  readonly id: string | null;
  readonly name: string | null;
  readonly entryFee: number | null;
  readonly entries: number;
  /** Entries that have a lineup. */
  readonly filled: number;
  readonly lockedSeats: number;
}

/** What became of a file of projections. */
interface ProjectionFacts {
  readonly file: string;
  readonly columns: string | null;
  readonly rows: number;
  readonly projected: number;
  /** Rows with points of which it is known whom they mean. */
  readonly known: number;
  /** Pool entries that have a projection. */
  readonly matched: number;
  readonly unused: readonly {
    readonly line: number;
    readonly name: string | null;
    readonly cause: string;
    /** Whom it may mean: who fits, else whose names are nearest. */
    readonly candidates: readonly string[];
  }[];
  readonly withoutProjection: readonly string[];
}

export function slateFacts({ file, entries, slate, points }: EveningFiles): SlateFacts {
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
    out: slate.leftOut
      .toSorted((a, b) => b.listing.salary - a.listing.salary)
      .map(({ listing: { name, team, position, salary }, reason, detail }) => ({
        name,
        team,
        position,
        salary,
        reason,
        detail,
      })),
    projections: (points?.files ?? []).map((one) => ({
      file: one.file,
      columns: one.columns,
      ...matchFacts(one.report, slate),
    })),
  };
}

function gamesOf({ entries }: Slate): SlateFacts["games"] {
  const games = new Map<string, { game: string; startsAt: string | null; players: number }>();
  for (const { game, startsAt } of entries) {
    const known = games.get(game) ?? { game, startsAt: null, players: 0 };
    games.set(game, { game, startsAt: known.startsAt ?? startsAt, players: known.players + 1 });
  }
  const late = ({ startsAt }: { readonly startsAt: string | null }) =>
    startsAt === null ? Number.POSITIVE_INFINITY : Date.parse(startsAt);
  return [...games.values()].sort((a, b) => Math.sign(late(a) - late(b)) || (a.game < b.game ? -1 : 1));
}

function contestsOf({ entries }: EntriesFile): ContestFacts[] {
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

function matchFacts(report: MatchReport, slate: Slate): Omit<ProjectionFacts, "file" | "columns"> {
  const { rows, projected, matched, unused, withoutProjection } = report;
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
    withoutProjection: withoutProjection.map(labelOf),
  };
}

function labelOf({ name, position, team }: Listing): string {
  return `${name} (${position}, ${team})`;
}
