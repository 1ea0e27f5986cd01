import { headerKey } from "../shared/header-key.ts";
import type { GroupOf } from "../shared/schema/portfolio.ts";
import type { People, Person } from "./people.ts";
import type { Findings, Path } from "./places.ts";
import { readNumber } from "./ranges.ts";
import type { Selected, SelectionReader } from "./selections.ts";

/** A group of players, such as a team, for rules with `some` or `every`. */
export interface Group {
  readonly name: string;
  /** One number per player of the pool: 1 for a member of the group, else 0. */
  readonly own: Uint8Array;
  /** The same for players of the opposing team. A game has no opponents. */
  readonly opponent: Uint8Array;
}

export interface GroupContext {
  readonly people: People;
  readonly selections: SelectionReader;
  readonly findings: Findings;
}

/** All groups of a kind that have players, sorted by name; none after a recorded error. */
export function groupsOf(kind: GroupOf, path: Path, context: GroupContext): readonly Group[] {
  if (kind === "team")
    return groupsBy(context.people, (person) => [person.teamUuid, person.team[0]!], "opponentUuid");
  if (kind === "game") return groupsBy(context.people, ({ event, game }) => [event, game]);
  return columnGroups(kind, path, context);
}

function groupsBy(
  { all }: People,
  keyOf: (person: Person) => readonly [uuid: string, name: string],
  against?: "opponentUuid",
): Group[] {
  return sorted(
    [...new Map(all.map(keyOf))].map(([uuid, name]) => ({
      name,
      own: flags(all.length, (entry) => keyOf(all[entry]!)[0] === uuid),
      opponent: flags(all.length, (entry) => against !== undefined && all[entry]![against] === uuid),
    })),
  );
}

/**
 * Groups players of a team by a column: those with equal cells, or, with `within`, those whose numbers are in
 * a run of consecutive numbers, such as batting orders 1 to 3.
 */
function columnGroups(
  { column, of, within, cyclic }: Exclude<GroupOf, string>,
  path: Path,
  { people, selections, findings }: GroupContext,
): readonly Group[] {
  const { all, headers } = people;
  const key = headerKey(column);
  if (!headers.has(key)) {
    findings.refuseColumn([...path, "column"], column, [...headers.values()]);
    return [];
  }
  if (cyclic !== undefined && within === undefined) {
    findings.refuse("invalid-group", [...path, "cyclic"], "needs `within`. Give both, or remove it.");
    return [];
  }
  if (cyclic !== undefined && within! > cyclic) {
    findings.refuse(
      "invalid-group",
      [...path, "within"],
      `${within} is more than \`cyclic\`, ${cyclic}. Lower \`within\` or raise \`cyclic\`.`,
    );
    return [];
  }
  const members = selections.read(of, [...path, "of"]);
  const groups = new Map<
    string,
    { readonly team: string; readonly name: string; readonly in: Set<number> }
  >();
  const join = (entry: number, value: string, shown: string) => {
    const { team, teamUuid } = all[entry]!;
    const id = `${teamUuid} ${value}`;
    const group = groups.get(id) ?? {
      team: teamUuid,
      name: `${team[0]}, ${headers.get(key)} ${shown}`,
      in: new Set(),
    };
    group.in.add(entry);
    groups.set(id, group);
  };
  const cellOf = (entry: number) => (members[entry] === 0 ? "" : (all[entry]!.cells.get(key) ?? "").trim());
  if (within === undefined) {
    for (const entry of all.keys()) {
      const cell = cellOf(entry);
      if (cell !== "") join(entry, cell.toLowerCase(), cell);
    }
  } else {
    const orders = [...all.keys()].map((entry) => orderIn(cellOf(entry), cyclic));
    const counted = orders.filter((order) => order !== null);
    const ends = { first: Math.min(...counted), last: Math.max(...counted) };
    for (const [entry, order] of orders.entries()) {
      if (order === null) continue;
      for (const { start, end } of runsWith(order, within, cyclic, ends))
        join(entry, String(start), `${start} to ${end}`);
    }
  }
  return sorted(
    [...groups.values()].map(({ team, name, in: entries }) => ({
      name,
      own: flags(all.length, (entry) => entries.has(entry)),
      opponent: flags(all.length, (entry) => all[entry]!.opponentUuid === team),
    })),
  );
}

/** The whole number in a cell; null for another cell, or for a number outside of the cycle. */
function orderIn(cell: string, cyclic: number | undefined): number | null {
  const order = readNumber(cell);
  if (order === null || !Number.isInteger(order)) return null;
  return cyclic !== undefined && (order < 1 || order > cyclic) ? null : order;
}

/**
 * The runs of `within` consecutive numbers that contain `order`. In a cycle, 1 follows `cyclic`. Otherwise
 * runs stay between `ends`, the first and last number in the pool. If these are too close for a whole run,
 * the only run begins at the first.
 */
function runsWith(
  order: number,
  within: number,
  cyclic: number | undefined,
  ends: { readonly first: number; readonly last: number },
): { readonly start: number; readonly end: number }[] {
  const runs: { readonly start: number; readonly end: number }[] = [];
  for (let back = within - 1; back >= 0; back -= 1) {
    const start = order - back;
    const end = start + within - 1;
    if (cyclic !== undefined)
      runs.push({
        start: start < 1 ? start + cyclic : start,
        end: end > cyclic ? end - cyclic : end,
      });
    else if (start >= ends.first && (end <= ends.last || start === ends.first)) runs.push({ start, end });
  }
  return runs;
}

export function ofSide(
  selected: Selected,
  { own, opponent }: Group,
  side: "own" | "opponent" = "own",
): Selected {
  const members = side === "own" ? own : opponent;
  return selected.map((bits, entry) => (members[entry] === 1 ? bits : 0));
}

function flags(length: number, holds: (entry: number) => boolean): Uint8Array {
  return Uint8Array.from({ length }, (_, entry) => Number(holds(entry)));
}

function sorted(groups: Group[]): Group[] {
  return groups.sort((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
}
