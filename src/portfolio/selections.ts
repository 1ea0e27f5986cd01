import type { Problem } from "../contests/problem/problem.ts";
import type { Picks } from "../engine/model/model.ts";
import { listOf } from "../shared/collections.ts";
import { headerKey } from "../shared/header-key.ts";
import { byKey, didYouMean } from "../shared/name-index.ts";
import { isCaptains, positionNamed, slotNamed, unseatedNamed } from "../shared/roster.ts";
import type { ContestBase } from "../shared/schema/contest.ts";
import type { Selection, SelectionCriteria } from "../shared/schema/selection.ts";
import { findPerson, nameIndexOf, namesakes, splitAtSlot } from "./named.ts";
import type { People, Person } from "./people.ts";
import type { Findings, Path } from "./places.ts";
import { readNumber, readRange } from "./ranges.ts";
import { selectionWords } from "./share-words.ts";

/** Per player of the pool: bit i is set if the player is selected in slot i. */
export type Selected = Int32Array;

export function anySlot(bits: number): number {
  return 31 - Math.clz32(bits);
}

export function isAmong(selected: Selected, { entry, slots }: Picks, pick: number): boolean {
  return (selected[entry[pick]!]! & slots[pick]!) !== 0;
}

export function picksOf(picks: Picks, selected: Selected): Int32Array {
  return Int32Array.from([...picks.entry.keys()].filter((pick) => isAmong(selected, picks, pick)));
}

export interface SelectionReader {
  /** Undefined selects all players. After an error, recorded at `path`, no player is selected. */
  read(selection: Selection | undefined, path: Path): Selected;
  /** Like `read`, for locks and exclusions, which may name slots without adding them to `namedSlots`. */
  readSeats(selection: Selection, path: Path): Selected;
  /** Bit i is set if a selection that was read names slot i. */
  readonly namedSlots: number;
}

export function selectionReader(contest: ContestBase, people: People, findings: Findings): SelectionReader {
  const { all } = people;
  const everySlot = 2 ** contest.slots.length - 1;
  const allPlayers = Int32Array.from(all, () => everySlot);
  const noPlayers = new Int32Array(all.length);
  let namedSlots = 0;
  let gamesByKey: ReturnType<typeof byKey<number>> | undefined;

  // A loop, because a description may call this thousands of times for all players.
  function where(holds: (person: Person) => boolean): Selected {
    const selected = new Int32Array(all.length);
    for (let entry = 0; entry < all.length; entry += 1) if (holds(all[entry]!)) selected[entry] = everySlot;
    return selected;
  }

  function these(entries: readonly number[]): Selected {
    const selected = new Int32Array(all.length);
    for (const entry of entries) selected[entry] = everySlot;
    return selected;
  }

  function refuse(path: Path, detail: string): Selected {
    findings.refuse("unknown-selection", path, detail);
    return noPlayers;
  }

  function slotBit(spelling: string): number | null {
    const slot = slotNamed(contest, spelling);
    if (slot === -1) return null;
    namedSlots |= 1 << slot;
    return 1 << slot;
  }

  const slotNames = () => contest.slots.map(({ name }) => name).join(", ");

  function byName(text: string, path: Path): Selected {
    const { who, slot } = splitAtSlot(text);
    let bits: number | null = everySlot;
    if (slot !== null) {
      bits = slotBit(slot);
      if (bits === null)
        return refuse(path, `"${slot}" is not a slot of this contest. Its slots are ${slotNames()}.`);
    }
    const found = findPerson(people, who);
    if (found.kind === "unclear") return refuse(path, found.detail);
    if (found.kind === "absent") {
      findings.warn(path, `${found.person.name} is not in the pool (${found.person.why}).`);
      return noPlayers;
    }
    const captain = contest.slots.findIndex(isCaptains);
    if (found.asCaptain && slot === null && captain !== -1) {
      namedSlots |= 1 << captain;
      bits = 1 << captain;
    }
    const selected = new Int32Array(all.length);
    selected[found.entry] = bits;
    return selected;
  }

  /** The parsers of a selection's fields; any other field is a column of a file. */
  const fields: { readonly [Field in string]: (value: string, path: Path) => Selected } = {
    name(value, path) {
      const byId = nameIndexOf(all).byId(value.trim());
      const found = byId.length > 0 ? byId : namesakes(all, value.trim());
      return found.length === 0 ? byName(value, path) : these(found);
    },
    team: (value, path) => byTeam(value, path, ({ team }) => team),
    opponent: (value, path) => byTeam(value, path, ({ opponent }) => opponent),
    game(value, path) {
      gamesByKey ??= byKey([...all.keys()], (entry) => gameKeys(all[entry]!));
      const keys = [eventKey(value.trim().toLowerCase()), gameKey(value)];
      const found = keys.flatMap((key) => gamesByKey!(key));
      if (found.length > 0) return these(found);
      const games = [...new Set(all.map(({ game }) => game))].join(", ");
      return refuse(path, `"${value}" is not a game of the pool. Its games are ${games}.`);
    },
    position(value, path) {
      const position = (positionNamed(contest, value) ?? unseatedNamed(contest, value))?.name;
      if (position !== undefined) return where(({ positions }) => positions.includes(position));
      const known = contest.positions.map(({ name }) => name).join(", ");
      return refuse(path, `"${value}" is not a position of this contest. Its positions are ${known}.`);
    },
    slot(value, path) {
      const bit = slotBit(value);
      if (bit === null)
        return refuse(path, `"${value}" is not a slot of this contest. Its slots are ${slotNames()}.`);
      return Int32Array.from(all, () => bit);
    },
  };

  function byTeam(value: string, path: Path, of: (person: Person) => readonly string[]): Selected {
    const wanted = value.trim().toUpperCase();
    // A team whose opponents are not in the pool is valid too.
    if (all.some(({ team, opponent }) => team.includes(wanted) || opponent.includes(wanted)))
      return where((person) => of(person).includes(wanted));
    const teams = [...new Set(all.map(({ team }) => team[0]!))].sort().join(", ");
    return refuse(path, `"${value}" is not a team of the pool. Its teams are ${teams}.`);
  }

  function byNumber(value: string | number, path: Path, of: (person: Person) => number): Selected {
    const range = readRange(value);
    if (range === null) return refuse(path, `"${value}" is not a range. Write one such as 3000..4500.`);
    return where((person) => of(person) >= range.least && of(person) <= range.most);
  }

  function byCell(header: string, values: readonly unknown[], path: Path): Selected {
    const key = headerKey(header);
    if (!people.headers.has(key)) {
      const headers = [...people.headers.values()];
      const known = headers.join(", ");
      const own = { nameOf: (one: string) => one, labelOf: (one: string) => `"${one}"` };
      const suggested = didYouMean([...SELECTION_FIELDS, ...headers], header, own);
      return refuse(
        path,
        `there is no field and no column "${header}".${suggested} Fields are ${SELECTION_FIELDS.join(", ")}; ` +
          (known === "" ? "no file with columns was given." : `columns are ${known}.`),
      );
    }
    const tests = values.map(cellTest);
    return where(({ cells }) => {
      const cell = cells.get(key);
      return cell !== undefined && tests.some((holds) => holds(cell));
    });
  }

  function byCriteria(criteria: SelectionCriteria, path: Path): Selected {
    let selected: Selected = allPlayers;
    for (const [field, value] of Object.entries(criteria)) {
      if (value === undefined) continue;
      const at = [...path, field];
      const values = listOf<unknown>(value);
      const reader = Object.hasOwn(fields, field) ? fields[field] : undefined;
      let part: Selected;
      if (field === "not") part = readAny(value as Selection, at).map((bits) => everySlot & ~bits);
      else if (field === "salary") part = byNumber(value as string, at, ({ salary }) => salary);
      else if (field === "points") part = byNumber(value as string, at, ({ points }) => points);
      else if (reader !== undefined)
        part = union(
          values.map((one) => reader(String(one), at)),
          noPlayers,
        );
      else part = byCell(field, values, at);
      const before: Selected = selected;
      selected = before.map((bits, entry) => bits & part[entry]!);
    }
    return selected;
  }

  function readAny(selection: Selection, path: Path): Selected {
    if (typeof selection === "string" || typeof selection === "number")
      return byName(String(selection), path);
    if (!isList(selection)) return byCriteria(selection, path);
    const parts = selection.map((one, index) => readAny(one, [...path, index]));
    return union(parts, noPlayers);
  }

  return {
    read: (selection, path) => (selection === undefined ? allPlayers : readAny(selection, path)),
    readSeats(selection, path) {
      const before = namedSlots;
      const selected = readAny(selection, path);
      namedSlots = before;
      return selected;
    },
    get namedSlots() {
      return namedSlots;
    },
  };
}

type PerPlayer<Value> =
  | Readonly<Record<string, Value>>
  | readonly { readonly of: Selection; readonly by: Value }[];

/**
 * Resolves a field that gives values to players, such as `boost`: returns the indices of each selection's
 * players, with their value. A selection that names a slot is recorded as an error with this `code`.
 */
export function perPlayer<Value>(
  given: PerPlayer<Value> | undefined,
  path: Path,
  code: string,
  { problem, people }: { readonly problem: Pick<Problem, "contest">; readonly people: People },
  findings: Findings,
): { readonly entries: readonly number[]; readonly by: Value }[] {
  const listed = Array.isArray(given)
    ? (given as readonly { of: Selection; by: Value }[]).map(({ of, by }, at) => ({ of, by, at }))
    : Object.entries((given ?? {}) as Readonly<Record<string, Value>>).map(([of, by]) => ({
        of,
        by,
        at: of,
      }));
  const selections = selectionReader(problem.contest, people, findings);
  let named = "";
  const found = listed.map(({ of, by, at }) => {
    const before = selections.namedSlots;
    const selected = selections.read(of, [...path, at]);
    if (selections.namedSlots !== before) named ||= selectionWords(of);
    return { entries: [...selected.keys()].filter((entry) => selected[entry] !== 0), by };
  });
  if (named !== "")
    findings.refuse(
      code,
      path,
      `"${named}" names a slot, but points can only be changed for all slots. Name the players without a slot.`,
    );
  return found;
}

export const SELECTION_FIELDS: readonly string[] = [
  "name",
  "team",
  "opponent",
  "game",
  "position",
  "slot",
  "salary",
  "points",
  "not",
];

/** Compares cells with a value of a description: a number, a range, or text in any case. */
function cellTest(value: unknown): (cell: string) => boolean {
  const range = typeof value === "number" || typeof value === "string" ? readRange(value) : null;
  if (range !== null)
    return (cell) => {
      const number = readNumber(cell);
      return number !== null && number >= range.least && number <= range.most;
    };
  const wanted = String(value).trim().toLowerCase();
  return (cell) => cell.trim().toLowerCase() === wanted;
}

function gameKeys({ event, game, team, opponent }: Person): readonly string[] {
  const pairs = team.flatMap((one) => opponent.map((other) => gameKey(`${one}@${other}`)));
  return [eventKey(event), gameKey(game), ...pairs];
}

function eventKey(uuid: string): string {
  return `event ${uuid}`;
}

/** A key that is the same for `BUF@KC` and `KC@BUF`. */
function gameKey(game: string): string {
  return game
    .toUpperCase()
    .split("@")
    .map((team) => team.trim())
    .sort()
    .join("@");
}

function union(parts: readonly Selected[], noPlayers: Selected): Selected {
  const all = noPlayers.slice();
  for (const part of parts) for (let entry = 0; entry < all.length; entry += 1) all[entry]! |= part[entry]!;
  return all;
}

function isList(selection: Selection): selection is readonly Selection[] {
  return Array.isArray(selection);
}
