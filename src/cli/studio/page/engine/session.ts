/** The open slate: its files as read, and what is derived from them. */
import {
  type Catalog,
  describeLeftOut,
  type EntriesFile,
  type MatchedProjections,
  matchNotes,
  matchProjections,
  readAny,
  type Slate,
  type SlateEntry,
  type SlateInputs,
  slateInputs,
} from "dfs-lineups/browser";
import type { Edit, GivenFile, Opened, Player, SlateFacts } from "./messages.ts";

type ContestTable = ReturnType<Catalog["contest"]>;

/** Projections that were matched to the slate. */
interface Projections extends Pick<MatchedProjections, "points" | "rows"> {
  readonly file: string;
  readonly notes: readonly string[];
}

/** An entries file with its bytes; `pool` is the slate in the same file. */
interface EntriesGiven {
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entries: EntriesFile;
  readonly pool: Slate | null;
}

export interface Session {
  readonly file: string;
  readonly slate: Slate;
  readonly contest: ContestTable;
  readonly projections: Projections | null;
  readonly entries: EntriesGiven | null;
  readonly facts: SlateFacts;
  readonly placeOf: ReadonlyMap<string, number>;
}

/**
 * Opens files of any kinds: a slate begins a new session, entries and projections join the open one.
 * @throws InvalidFileError for a file that cannot be read, or that needs a slate when none is open.
 */
export async function opened(
  files: readonly GivenFile[],
  before: Session | null,
  catalog: Catalog,
): Promise<{ readonly session: Session; readonly answer: Opened }> {
  const read = await Promise.all(
    files.map(async ({ name, bytes }) => ({ name, bytes, ...(await readAny(bytes, { file: name })) })),
  );
  const ofSlate = read.find(({ kind }) => kind === "slate");
  const ofEntries = read.find(({ kind }) => kind === "entries" || kind === "template");
  const rows = read.find(({ kind }) => kind === "projections");
  const entries =
    ofEntries !== undefined && "entries" in ofEntries
      ? { file: ofEntries.name, bytes: ofEntries.bytes, entries: ofEntries.entries, pool: ofEntries.slate }
      : null;
  const isNew = ofSlate !== undefined || (before === null && entries?.pool != null);
  const slate =
    ofSlate !== undefined && "slate" in ofSlate ? ofSlate.slate : (before?.slate ?? entries?.pool ?? null);
  const unread = read.find(({ kind }) => kind === "standings" || kind === "lineups");
  if (slate == null || unread !== undefined) throw new NoSlateError(unread ?? read[0], unread !== undefined);
  const projections =
    rows !== undefined && "projections" in rows
      ? matched(slate, rows.projections.rows, rows.name)
      : isNew
        ? null
        : (before?.projections ?? null);
  const own = {
    file: ofSlate?.name ?? before?.file ?? entries!.file,
    slate,
    contest: catalog.contest(slate.sport, slate.book, slate.contest),
    projections,
    entries: entries ?? (isNew ? null : (before?.entries ?? null)),
  };
  const session = withFacts(own);
  return { session, answer: { slate: session.facts, isNew, kept: read.map(({ name }) => name) } };
}

/** Files that cannot begin a slate. */
export class NoSlateError extends Error {
  override readonly name = "NoSlateError";

  constructor(read: { readonly name: string; readonly kind: string } | undefined, isOdd: boolean) {
    const what = KINDS[read?.kind ?? ""] ?? "not a salary file";
    const remedy = isOdd
      ? "Use the command line for it: dfs-lineups contest."
      : "Drop the book's salary file together with it, or first.";
    super(`${read?.name}: this is ${what}. ${remedy}`);
  }
}

const KINDS: Readonly<Record<string, string>> = {
  projections: "a file of projections",
  entries: "an entries file without its players",
  template: "an upload template without its players",
  standings: "a file of standings",
  lineups: "a document of lineups",
};

export function matched(
  slate: Slate,
  rows: Parameters<typeof matchProjections>[1],
  file: string,
): Projections {
  const { points, rows: byPlayer, report } = matchProjections(slate, rows, { file });
  return { file, points, rows: byPlayer, notes: matchNotes(report, slate).map((note) => `${file}: ${note}`) };
}

/** Each player's points from the files; players without a projection are missing. */
export function filePoints({ slate, projections }: Pick<Session, "slate" | "projections">) {
  return new Map(
    slate.entries.flatMap(({ uuid, averagePoints }): [string, number][] => {
      const points = projections === null ? averagePoints : (projections.points.get(uuid) ?? null);
      return points === null ? [] : [[uuid, points]];
    }),
  );
}

/** The optimizer's inputs with an edit's own points, ownership and cap. */
export function inputsOf(
  session: Session,
  { points, ownership, cap }: Pick<Edit, "points" | "ownership" | "cap">,
): SlateInputs {
  const { slate, projections } = session;
  const own = new Map(filePoints(session));
  for (const [player, value] of points) own.set(slate.entries[player]!.uuid, value);
  const rows = new Map(projections?.rows);
  for (const [player, percent] of ownership) {
    const { uuid } = slate.entries[player]!;
    rows.set(uuid, { ...rows.get(uuid), ownership: percent } as never);
  }
  return slateInputs(slate, {
    rows,
    ...(cap !== null && { cap }),
    ...((projections !== null || points.length > 0) && { projections: own }),
  });
}

/** Ownership in percent by player, with an edit's own. */
export function ownershipOf(
  { slate, facts }: Session,
  { ownership }: Pick<Edit, "ownership">,
): { uuid: string; percent: number }[] {
  const own = new Map(ownership);
  return facts.players.flatMap((player, at) => {
    const percent = own.get(at) ?? player.ownership;
    return percent === null ? [] : [{ uuid: slate.entries[at]!.uuid, percent }];
  });
}

const VENDORS: Readonly<Record<string, string>> = { bookA: "DraftKings", bookB: "FanDuel" };

function withFacts(own: Omit<Session, "facts" | "placeOf">): Session {
  const { slate, contest, projections, entries, file } = own;
  const points = filePoints(own);
  const seats = contest.slots.flatMap((slot) => new Array<typeof slot>(slot.count).fill(slot));
  const names = new Map<string, number>();
  for (const { name } of slate.entries) names.set(name, (names.get(name) ?? 0) + 1);
  const facts: SlateFacts = {
    file,
    sport: slate.sport,
    vendor: VENDORS[slate.book] ?? slate.book,
    contest: slate.contest,
    cap: contest.salaryCap.default,
    seats: seats.map(({ name }) => name),
    multipliers: seats.map(({ pointsMultiplier }) => pointsMultiplier),
    positions: contest.positions.map(({ name }) => name),
    players: slate.entries.map((entry) => playerOf(entry, { points, projections, names })),
    columns: [...new Set(slate.entries.flatMap(({ columns }) => Object.keys(columns ?? {})))],
    notes: [
      ...(slate.leftOut.length === 0 ? [] : [`Left out ${describeLeftOut(slate.leftOut)}.`]),
      ...(projections?.notes ?? []),
    ],
    projections: projections?.file ?? null,
    entries: entries && entriesFacts(entries),
  };
  return { ...own, facts, placeOf: new Map(slate.entries.map(({ uuid }, at) => [uuid, at])) };
}

function playerOf(
  entry: SlateEntry,
  {
    points,
    projections,
    names,
  }: {
    readonly points: ReadonlyMap<string, number>;
    readonly projections: Projections | null;
    readonly names: ReadonlyMap<string, number>;
  },
): Player {
  const { uuid, bookId, name, position, team, opponent, game, startsAt, salary, status } = entry;
  const row = projections?.rows.get(uuid);
  const ownership = row !== undefined && "ownership" in row ? row.ownership : null;
  return {
    ...{ bookId, name, position, team, opponent, game, startsAt, salary, status, ownership },
    ref: names.get(name) === 1 || bookId === null ? name : bookId,
    isHome: !game.startsWith(`${team}@`),
    points: points.get(uuid) ?? null,
  };
}

function entriesFacts({ file, entries: { kind, entries } }: EntriesGiven): SlateFacts["entries"] {
  const contests = new Map<string, number>();
  for (const { contestName, contestId } of entries) {
    const name = contestName ?? contestId ?? "a contest";
    contests.set(name, (contests.get(name) ?? 0) + 1);
  }
  return {
    ...{ file, kind },
    count: entries.length,
    filled: entries.filter(({ seats }) => seats.some(({ text }) => text !== "")).length,
    contests: [...contests].map(([name, count]) => ({ name, count })),
  };
}
