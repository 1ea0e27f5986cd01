/** The open slate: its files as read, and what is derived from them. */
import {
  bookNamed,
  type Catalog,
  type ContestTableInput,
  describeLeftOut,
  type EntriesFile,
  readAny,
  type Slate,
  type SlateEntry,
  type SlateInputs,
  slateInputs,
} from "dfs-lineups/browser";
import type { Edit, GivenFile, Opened, Player, SlateFacts } from "./messages.ts";
import type { GivenAliases, Projections } from "./projections.ts";

type ContestTable = ReturnType<Catalog["contest"]>;

/** An entries file or upload template with its bytes. `pool` is the slate embedded in the file, or null. */
interface EntriesGiven {
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entries: EntriesFile;
  readonly pool: Slate | null;
}

export interface Session {
  readonly file: string;
  readonly slate: Slate;
  /**
   * The slate as its file has it. In `slate`, the contest may be the user's own, and players may have more
   * columns.
   */
  readonly pool: Slate;
  readonly contestFile: string | null;
  /** Files that add columns to the players; `attributeNotes` say what they added. */
  readonly attributes: readonly GivenFile[];
  readonly attributeNotes: readonly string[];
  readonly contest: ContestTable;
  readonly projections: Projections | null;
  readonly aliases: GivenAliases;
  readonly entries: EntriesGiven | null;
  readonly facts: SlateFacts;
  readonly placeOf: ReadonlyMap<string, number>;
}

/**
 * Opens files of any kinds: a slate begins a new session, other files join the open one.
 * @throws InvalidFileError for a file that cannot be read, NoSlateError for one that cannot be used
 */
export async function opened(
  files: readonly GivenFile[],
  before: Session | null,
  {
    catalog,
    aliases,
    tables,
  }: {
    readonly catalog: Catalog;
    readonly aliases: GivenAliases;
    readonly tables: readonly OwnContest[];
  },
): Promise<{ readonly session: Session; readonly answer: Opened }> {
  const read = await Promise.all(
    files.map(async ({ name, bytes }) => ({
      name,
      bytes,
      ...(await readAny(bytes, { file: name, catalog, attributes: true })),
    })),
  );
  const ofSlate = read.find(({ kind }) => kind === "slate");
  const ofEntries = read.find(({ kind }) => kind === "entries" || kind === "template");
  const rows = read.find(({ kind }) => kind === "projections");
  const entries =
    ofEntries !== undefined && "entries" in ofEntries
      ? { file: ofEntries.name, bytes: ofEntries.bytes, entries: ofEntries.entries, pool: ofEntries.slate }
      : null;
  const isNew = ofSlate !== undefined || (before === null && entries?.pool != null);
  const pool =
    ofSlate !== undefined && "slate" in ofSlate ? ofSlate.slate : (before?.pool ?? entries?.pool ?? null);
  const ownContest = ownOf(pool, tables);
  const bare =
    pool === null || ownContest === undefined ? pool : { ...pool, contest: ownContest.table.contest };
  const unread = read.find(({ kind }) => kind === "standings" || kind === "lineups");
  if (pool === null || bare === null || unread !== undefined)
    throw new NoSlateError(unread ?? read[0], unread !== undefined);
  const attributes = [
    ...((isNew ? undefined : before?.attributes) ?? []).filter(
      (old) => !read.some(({ name }) => name === old.name),
    ),
    ...read.filter(({ kind }) => kind === "attributes"),
  ];
  const { slate, notes: attributeNotes } =
    attributes.length === 0
      ? { slate: bare, notes: [] }
      : (await import("./attributes.ts")).attributed(bare, attributes, aliases);
  const given =
    rows !== undefined && "projections" in rows
      ? { read: rows.projections.rows, file: rows.name }
      : isNew
        ? null
        : (before?.projections ?? null);
  const projections =
    given === null
      ? null
      : (await import("./projections.ts")).matched(slate, given.read, given.file, aliases);
  const own = {
    file: ofSlate?.name ?? before?.file ?? entries!.file,
    slate,
    pool,
    contestFile: ownContest?.file ?? null,
    attributes,
    attributeNotes,
    contest: catalog.contest(slate.sport, slate.book, slate.contest),
    projections,
    aliases,
    entries: entries ?? (isNew ? null : (before?.entries ?? null)),
  };
  const session = withFacts(own);
  return { session, answer: { slate: session.facts, isNew, kept: read.map(({ name }) => name) } };
}

/** A contest that the user defined, and its file. */
export interface OwnContest {
  readonly file: string;
  readonly table: ContestTableInput;
}

/** Separates the user's own contests, which are JSON files with a field `slots`, from the other files. */
export function ownContests(files: readonly GivenFile[]): {
  readonly own: readonly OwnContest[];
  readonly others: readonly GivenFile[];
} {
  const own: OwnContest[] = [];
  const others = files.filter(({ name, bytes }) => {
    if (!/\.json$/i.test(name)) return true;
    try {
      const table = JSON.parse(new TextDecoder().decode(bytes));
      if (!("slots" in table)) return true;
      own.push({ file: name, table });
      return false;
    } catch {
      // Reading it as another kind of file reports what is wrong with it.
      return true;
    }
  });
  return { own, others };
}

/** The last of the user's own contests with the sport and book of the slate. */
function ownOf(slate: Slate | null, tables: readonly OwnContest[]): OwnContest | undefined {
  return tables.filter(({ table: { sport, book } }) => sport === slate?.sport && book === slate.book).at(-1);
}

/**
 * No slate is open and the given files do not contain one; or, with `isOdd`, a file is of a kind that the
 * page does not take.
 */
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
  attributes: "a file of player attributes",
  entries: "an entries file without its players",
  template: "an upload template without its players",
  standings: "a file of standings",
  lineups: "a document of lineups",
};

/** Each player's points from the files; players without a projection are missing. */
export function filePoints({ slate, projections }: Pick<Session, "slate" | "projections">) {
  return new Map(
    slate.entries.flatMap(({ uuid, averagePoints }): [string, number][] => {
      const points = projections === null ? averagePoints : (projections.points.get(uuid) ?? null);
      return points === null ? [] : [[uuid, points]];
    }),
  );
}

/** The optimizer's inputs for the slate, with the points, ownership and cap that the user set. */
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

/** Each player's expected ownership in percent: what the user set, or else what the files have. */
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

/** The entries to fill or swap, and their indices among all entries of the file. */
export function chosenEntries({ entries: given }: Session, { skipped = [] }: Pick<Edit, "skipped">) {
  const left = new Set(skipped);
  const all = given?.entries.entries ?? [];
  const places = [...all.keys()].filter((place) => !left.has(all[place]!.entryId ?? ""));
  return { places, entries: places.map((place) => all[place]!) };
}

/** The number of lineups that `edit` asks for; the entries of its section may limit it. */
export async function lineupsOf(session: Session, edit: Edit): Promise<number> {
  if (edit.section == null || session.entries === null) return edit.count;
  return (await import("./build.ts")).countOf(session, edit);
}

function withFacts(own: Omit<Session, "facts" | "placeOf">): Session {
  const { slate, contest, projections, entries, file } = own;
  const points = filePoints(own);
  const book = bookNamed(slate.book);
  const seats = contest.slots.flatMap((slot) => new Array<typeof slot>(slot.count).fill(slot));
  const names = new Map<string, number>();
  for (const { name } of slate.entries) names.set(name, (names.get(name) ?? 0) + 1);
  const facts: SlateFacts = {
    file,
    sport: slate.sport,
    vendor: book.vendor,
    takesFiles: book.uploadFile.rows > 0,
    contest: slate.contest,
    contestFile: own.contestFile,
    cap: contest.salaryCap?.default ?? null,
    seats: seats.map(({ name }) => name),
    multipliers: seats.map(({ pointsMultiplier }) => pointsMultiplier),
    positions: contest.positions.map(({ name }) => name),
    players: slate.entries.map((entry) => playerOf(entry, { points, projections, names, contest })),
    columns: [
      ...new Set(
        [...slate.entries, ...(projections?.rows.values() ?? [])].flatMap((row) =>
          "columns" in row ? Object.keys(row.columns ?? {}) : [],
        ),
      ),
    ],
    notes: [
      ...(slate.leftOut.length === 0 ? [] : [`Left out ${describeLeftOut(slate.leftOut)}.`]),
      ...own.attributeNotes,
      ...(projections?.notes ?? []),
    ],
    projections: projections?.file ?? null,
    attributes: own.attributes.map(({ name }) => name),
    unmatched: unmatchedOf(own),
    entries: entries && entriesFacts(entries),
  };
  return { ...own, facts, placeOf: new Map(slate.entries.map(({ uuid }, at) => [uuid, at])) };
}

/** The names in the projections file that match no player, or several players. */
function unmatchedOf({
  projections,
  slate,
}: Pick<Session, "projections" | "slate">): SlateFacts["unmatched"] {
  const places = new Map(slate.entries.map(({ uuid }, place) => [uuid, place]));
  return (projections?.report.unused ?? []).flatMap(({ row, cause, candidates }) =>
    (cause === "unknown" || cause === "ambiguous") && row.points !== null && row.name !== null
      ? [
          {
            name: row.name,
            points: row.points,
            players: candidates.flatMap(({ uuid }) => places.get(uuid) ?? []),
          },
        ]
      : [],
  );
}

function playerOf(
  entry: SlateEntry,
  {
    points,
    projections,
    names,
    contest,
  }: {
    readonly points: ReadonlyMap<string, number>;
    readonly projections: Projections | null;
    readonly names: ReadonlyMap<string, number>;
    readonly contest: ContestTable;
  },
): Player {
  const { uuid, bookId, name, position, team, opponent, game, startsAt, salary, status } = entry;
  const row = projections?.rows.get(uuid);
  const ownership = row !== undefined && "ownership" in row ? row.ownership : null;
  return {
    ...{ bookId, name, position, team, opponent, game, startsAt, salary, status, ownership },
    ref: names.get(name) === 1 || bookId === null ? name : bookId,
    slots: slotsOf(position, contest),
    isHome: !game.startsWith(`${team}@`),
    points: points.get(uuid) ?? null,
  };
}

/** The slots that players of a position such as `PG/SG` can fill. */
function slotsOf(position: string, { positions, slots }: ContestTable): string[] {
  const own = position.split("/");
  const names = positions
    .filter(({ name, aliases }) => own.some((one) => one === name || aliases.includes(one)))
    .map(({ name }) => name);
  return slots.filter(({ accepts }) => accepts.some((one) => names.includes(one))).map(({ name }) => name);
}

function entriesFacts({ file, entries: { kind, entries } }: EntriesGiven): SlateFacts["entries"] {
  const contests = new Map<string, string[]>();
  for (const { contestName, contestId, entryId } of entries) {
    const name = contestName ?? contestId ?? "a contest";
    contests.set(name, [...(contests.get(name) ?? []), entryId ?? ""]);
  }
  return {
    ...{ file, kind },
    count: entries.length,
    filled: entries
      .filter(({ seats }) => seats.some(({ text }) => text !== ""))
      .map(({ entryId }) => entryId ?? ""),
    contests: [...contests].map(([name, ids]) => ({ name, ids })),
  };
}
