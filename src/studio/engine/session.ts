import {
  bookNamed,
  type Catalog,
  type ContestTableInput,
  describeLeftOut,
  type EntriesFile,
  type NumberColumn,
  type Slate,
  type SlateInputs,
  type StandingsFacts,
  slateInputs,
  sportLabel,
} from "dfs-lineups/browser";
import type { Edit, GivenFile } from "./messages.ts";
import type { GivenAliases, Projections } from "./projections.ts";

type Readers = typeof import("./readers.ts");

type ContestTable = ReturnType<Catalog["contest"]>;

interface EntriesGiven {
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entries: EntriesFile;
  readonly pool: Slate | null;
}

export interface Session {
  readonly file: string;
  readonly slate: Slate;
  /** Files that add columns to the players. */
  readonly attributes: readonly GivenFile[];
  readonly contest: ContestTable;
  readonly projections: Projections | null;
  readonly aliases: GivenAliases;
  readonly entries: EntriesGiven | null;
  /** The standings of a contest of the slate. */
  readonly standings: GivenFile | null;
  readonly facts: SlateFacts;
  readonly placeOf: ReadonlyMap<string, number>;
}

export interface Opened {
  readonly slate: SlateFacts;
  /** Whether one of the given files begins another slate. */
  readonly isNew: boolean;
  /** The files in use, as indices among those of the open slate and the given ones: first that of the slate. */
  readonly used: readonly number[];
  readonly refused: string | null;
}

type Found = Awaited<ReturnType<Readers["readAny"]>>;
type Read = { readonly given: GivenFile } & (
  | Exclude<Found, { readonly kind: "projections" }>
  | { readonly kind: "projections" }
);

const NONE = "none";

async function kindOf(given: GivenFile, catalog: Catalog): Promise<Read> {
  const { name: file, bytes, columns } = given;
  if ((columns?.points ?? NONE) !== NONE) return { given, kind: "projections" };
  const { readAny } = await import("./readers.ts");
  return { given, ...(await readAny(bytes, { file, catalog, attributes: true })) };
}

const isEntries = (one: Read) => one.kind === "entries" || one.kind === "template";
const poolOf = (one: Read | undefined) => (one !== undefined && "slate" in one ? one.slate : null);

interface World {
  readonly catalog: Catalog;
  readonly aliases: GivenAliases;
  readonly tables: readonly OwnContest[];
}

/**
 * Opens files of any kinds: a salary file, or entries of another slate than that of `before`, begin a new
 * session; other files join that of `before`. Of several files of a kind, the last one counts.
 * @throws InvalidFileError for a file that cannot be read, NoSlateError for one that cannot be used
 */
export async function opened(
  before: readonly GivenFile[],
  given: readonly GivenFile[],
  { catalog, aliases, tables }: World,
): Promise<{ readonly session: Session; readonly answer: Omit<Opened, "used">; readonly used: GivenFile[] }> {
  const { contestsOfEntries, eveningOf, isSamePool, refuseStrangers, slotsFor, standingsFacts } =
    await import("./readers.ts");
  const kinds = (files: readonly GivenFile[]) => Promise.all(files.map((one) => kindOf(one, catalog)));
  const [old, read] = await Promise.all([kinds(before), kinds(given)]);
  const unread = read.find(({ kind }) => kind === "lineups");
  if (unread !== undefined) throw new NoSlateError(unread.given.name, unread.kind, true);
  const open = old.find(({ kind }) => kind === "slate") ?? old.find((one) => poolOf(one) !== null);
  const begun =
    read.findLast(({ kind }) => kind === "slate") ??
    read.findLast((one) => isEntries(one) && isOfAnother(one, poolOf(open), isSamePool));
  const isNew = begun !== undefined;
  const first = begun ?? open;
  const pool = poolOf(first);
  if (first === undefined || pool === null) throw new NoSlateError(read[0]?.given.name, read[0]?.kind, false);
  const all = isNew ? read : [...old, ...read];
  for (const one of all)
    if ("entries" in one)
      refuseStrangers(pool, { file: one.given.name, entries: one.entries, pool: one.slate });
  const ofEntries = all.findLast(isEntries);
  const ownContest = ownOf(pool, tables);
  const bare = ownContest === undefined ? pool : { ...pool, contest: ownContest.table.contest };
  const byName = new Map(all.map((one) => [one.given.name, one]));
  const attributes = [...byName.values()].filter(({ kind }) => kind === "attributes").map((one) => one.given);
  const { slate, notes } =
    attributes.length === 0
      ? { slate: bare, notes: [] }
      : (await import("./attributes.ts")).attributed(bare, attributes, aliases);
  const { found, refused } = await newest(all, read, slate, { aliases, catalog });
  const entries =
    ofEntries !== undefined && "entries" in ofEntries
      ? {
          ...{ file: ofEntries.given.name, bytes: ofEntries.given.bytes },
          ...{ entries: ofEntries.entries, pool: ofEntries.slate },
        }
      : null;
  const ofContest = all.findLast(({ kind }) => kind === "standings");
  const standings = ofContest !== undefined && "standings" in ofContest ? ofContest : null;
  const own = {
    ...{ file: first.given.name, slate, attributes, aliases, entries },
    standings: standings?.given ?? null,
    contest: catalog.contest(slate.sport, slate.book, slate.contest),
    projections: found?.projections ?? null,
    placeOf: new Map(slate.entries.map(({ uuid }, at) => [uuid, at])),
  };
  const facts = factsOf(
    own,
    { contestsOfEntries, eveningOf, slotsFor },
    {
      contestFile: ownContest?.file ?? null,
      asked: await askedOf(slate, attributes, aliases),
      projectionsTime: found?.one.given.time ?? null,
      standings: standings && {
        file: standings.given.name,
        ...standingsFacts(standings.standings, {
          file: standings.given.name,
          slate,
          entries: entries?.entries,
        }),
      },
      notes,
    },
  );
  const inUse = [first, ofEntries, found?.one, ofContest].flatMap((one) => one?.given ?? []);
  return {
    session: { ...own, facts },
    answer: { slate: facts, isNew, refused },
    used: [...new Set([...inUse, ...attributes])],
  };
}

/** `refused` says that given projections match nobody; then those before stay. */
async function newest(
  all: readonly Read[],
  read: readonly Read[],
  slate: Slate,
  { aliases, catalog }: Pick<World, "aliases" | "catalog">,
) {
  let refused: string | null = null;
  for (const one of all.filter(({ kind }) => kind === "projections").reverse()) {
    const { projected } = await import("./projections.ts");
    const projections = await projected(slate, one.given, aliases, catalog);
    const { rows, matched: count } = projections.report;
    if (count > 0 || !read.includes(one)) return { found: { one, projections }, refused };
    refused ??= `${one.given.name}: none of its ${rows} rows with points is for a player of this slate. The points stay as they were. Give the projections of this slate.`;
  }
  return { found: null, refused };
}

/** The columns of numbers in the last file without points, unless the user said that none has the points. */
async function askedOf(slate: Slate, attributes: readonly GivenFile[], aliases: GivenAliases) {
  const last = attributes.at(-1);
  if (last === undefined || last.columns?.points === NONE) return null;
  const columns = (await import("./attributes.ts")).pointsIn(slate, last, aliases);
  return columns.length === 0 ? null : { file: last.name, columns };
}

function isOfAnother(one: Read, open: Slate | null, isSamePool: Readers["isSamePool"]): boolean {
  const pool = poolOf(one);
  return pool !== null && (open === null || !isSamePool(pool, open));
}

export interface OwnContest {
  readonly file: string;
  readonly table: ContestTableInput;
}

export function ownContest({ name, bytes }: GivenFile): OwnContest | null {
  if (!/\.json$/i.test(name)) return null;
  try {
    const table = JSON.parse(new TextDecoder().decode(bytes));
    return "slots" in table ? { file: name, table } : null;
  } catch {
    // Reading it as another kind of file reports what is wrong with it.
    return null;
  }
}

function ownOf(slate: Slate | null, tables: readonly OwnContest[]): OwnContest | undefined {
  return tables.filter(({ table: { sport, book } }) => sport === slate?.sport && book === slate.book).at(-1);
}

/** No given file contains a slate; or, with `isOdd`, a file is of a kind that the page does not take. */
export class NoSlateError extends Error {
  override readonly name = "NoSlateError";

  constructor(name: string | undefined, kind: string | undefined, isOdd: boolean) {
    const what = KINDS[kind ?? ""] ?? "not a salary file";
    const remedy = isOdd
      ? "Use the command line for it: dfs-lineups contest."
      : "Drop the book's salary file together with it, or first.";
    super(`${name}: this is ${what}. ${remedy}`);
  }
}

const KINDS: Readonly<Record<string, string>> = {
  contest: "a contest of your own",
  projections: "a file of projections",
  attributes: "a file of player attributes",
  entries: "an entries file without its players",
  template: "an upload template without its players",
  standings: "a file of standings",
  lineups: "a document of lineups",
};

function filePoints({ slate, projections }: Pick<Session, "slate" | "projections">) {
  return new Map(
    slate.entries.flatMap(({ uuid, averagePoints }): [string, number][] => {
      const points = projections === null ? averagePoints : (projections.points.get(uuid) ?? null);
      return points === null ? [] : [[uuid, points]];
    }),
  );
}

/** The user's own points before those of files. */
export function pointsOf(
  session: Pick<Session, "slate" | "projections">,
  { points }: Pick<Edit, "points">,
): Map<string, number> {
  const own = points.map(([player, value]) => [session.slate.entries[player]!.uuid, value] as const);
  return new Map([...filePoints(session), ...own]);
}

export function inputsOf(
  session: Session,
  { points, ownership, cap }: Pick<Edit, "points" | "ownership" | "cap">,
): SlateInputs {
  const { slate, projections } = session;
  const rows = new Map(projections?.rows);
  for (const [player, percent] of ownership) {
    const { uuid } = slate.entries[player]!;
    rows.set(uuid, { ...rows.get(uuid), ownership: percent } as never);
  }
  return slateInputs(slate, {
    rows,
    ...(cap !== null && { cap }),
    ...((projections !== null || points.length > 0) && { projections: pointsOf(session, { points }) }),
  });
}

/** Each player's expected ownership in percent: what the user set, or else what the files have. */
export function ownershipOf(
  { slate, facts, projections }: Session,
  { ownership }: Pick<Edit, "ownership">,
): { uuid: string; percent: number; captain?: number | undefined }[] {
  const own = new Map(ownership);
  return facts.players.flatMap((player, at) => {
    const percent = own.get(at) ?? player.ownership;
    const { uuid } = slate.entries[at]!;
    const captain = projections?.rows.get(uuid)?.captain?.ownership ?? undefined;
    return percent === null ? [] : [{ uuid, percent, captain }];
  });
}

/** Whether a file has the ownership of a player. */
export function hasOwnership({ players }: Pick<SlateFacts, "players">): boolean {
  return players.some(({ ownership }) => ownership !== null);
}

export function chosenEntries({ entries: given }: Session, { skipped = [] }: Pick<Edit, "skipped">) {
  const left = new Set(skipped);
  const all = given?.entries.entries ?? [];
  const places = [...all.keys()].filter((place) => !left.has(all[place]!.entryId ?? ""));
  return { places, entries: places.map((place) => all[place]!) };
}

/** A lineup given as the player of each seat. */
export const seated = ({ slate, facts: { seats } }: Session, roster: readonly number[]) =>
  roster.map((player, seat) => ({ slot: seats[seat]!, uuid: slate.entries[player]!.uuid }));

export async function lineupsOf(session: Session, edit: Edit): Promise<number> {
  if (edit.section == null || session.entries === null) return edit.count;
  return (await import("./build.ts")).countOf(session, edit);
}

export type SlateFacts = ReturnType<typeof factsOf>;

/** The page refers to players by their index in `SlateFacts.players`. */
export type Player = SlateFacts["players"][number];

interface GivenFacts {
  /** The file of the contest if it is the user's own contest; else null. */
  readonly contestFile: string | null;
  /** A file without known points, and its columns of numbers, one of which may have them. */
  readonly asked: { readonly file: string; readonly columns: readonly NumberColumn[] } | null;
  readonly projectionsTime: number | null;
  /** `user` has entries of the entries file; null without one. */
  readonly standings: ({ readonly file: string } & StandingsFacts) | null;
  readonly notes: readonly string[];
}

function factsOf(
  { slate, contest, projections, entries, file, ...own }: Omit<Session, "facts">,
  { contestsOfEntries, eveningOf, slotsFor }: Pick<Readers, "contestsOfEntries" | "eveningOf" | "slotsFor">,
  given: GivenFacts,
) {
  const { sport, book } = slate;
  const { vendor, uploadFile } = bookNamed(book);
  const points = filePoints({ slate, projections });
  // Lineups list their players in this order.
  const seats = contest.slots.flatMap((slot) => new Array<typeof slot>(slot.count).fill(slot));
  const names = new Map<string, number>();
  for (const { name } of slate.entries) names.set(name, (names.get(name) ?? 0) + 1);
  const rows = [...slate.entries, ...(projections?.rows.values() ?? [])];
  return {
    ...{ ...given, file, sport, sportLabel: sportLabel(sport), contest: slate.contest },
    evening: eveningOf(slate),
    ...{ vendor, takesFiles: uploadFile.rows > 0 },
    cap: contest.salaryCap?.default ?? null,
    seats: seats.map(({ name }) => name),
    multipliers: seats.map(({ pointsMultiplier }) => pointsMultiplier),
    positions: contest.positions.map(({ name }) => name),
    players: slate.entries.map((entry) => {
      const { uuid, bookId, name, position, team, opponent, game, startsAt, salary, status } = entry;
      const row = projections?.rows.get(uuid);
      return {
        ...{ bookId, name, position, team, opponent, game, startsAt, salary, status },
        ownership: row !== undefined && "ownership" in row ? row.ownership : null,
        /** The player as captain, where the file tells him apart. */
        captain: (row !== undefined && "captain" in row && row.captain) || null,
        /** How descriptions name the player: by name if no other player has it, else by the book's id. */
        ref: names.get(name) === 1 || bookId === null ? name : bookId,
        slots: slotsFor(position, contest),
        isHome: !game.startsWith(`${team}@`),
        points: points.get(uuid) ?? null,
      };
    }),
    columns: [...new Set(rows.flatMap((row) => ("columns" in row ? Object.keys(row.columns ?? {}) : [])))],
    notes: [
      ...(slate.assumed === undefined
        ? []
        : [
            `${sportLabel(slate.sport)} ${slate.contest} is assumed. If it is not, drop the contest's table too, or use the command line: ${slate.assumed.join(" or ")}.`,
          ]),
      ...(slate.leftOut.length === 0 ? [] : [`Left out ${describeLeftOut(slate.leftOut)}.`]),
      ...given.notes,
      ...(projections?.notes ?? []),
    ],
    projections: projections?.file ?? null,
    /** What became of each column and row of the projections file. */
    read: projections?.read ?? null,
    attributes: own.attributes.map(({ name }) => name),
    unmatched: unmatchedOf(projections, own.placeOf),
    entries: entries && { file: entries.file, ...contestsOfEntries(entries) },
  };
}

/** Names in the projections file that match no player, or several: `players`. */
function unmatchedOf(projections: Projections | null, placeOf: ReadonlyMap<string, number>) {
  return (projections?.report.unused ?? []).flatMap(({ row: { name, points }, cause, candidates }) => {
    if ((cause !== "unknown" && cause !== "ambiguous") || points === null || name === null) return [];
    return [{ name, points, players: candidates.flatMap(({ uuid }) => placeOf.get(uuid) ?? []) }];
  });
}
