import { seatSalary } from "../../contests/problem/pool.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { listOf } from "../../shared/collections.ts";
import { headerKey } from "../../shared/header-key.ts";
import { isCaptains, pointsIn, positionNamed } from "../../shared/roster.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type {
  CountClause,
  GroupNumber,
  GroupOf,
  PortfolioRule,
  SumClause,
} from "../../shared/schema/portfolio.ts";
import type { Selection, SelectionCriteria } from "../../shared/schema/selection.ts";
import { findPerson, nameIndexOf, namesakes } from "../named.ts";
import type { People, Person } from "../people.ts";

export interface Seated {
  readonly person: Person;
  readonly slot: string;
  /** The player's salary in this slot; it can be higher for a captain. */
  readonly cost: number;
  /** The player's points in this slot, with the slot's multiplier. */
  readonly points: number;
}

export function seatedLineup(lineup: Lineup, people: People, problem: Problem): Seated[] {
  return lineup.map(({ entry, slot }) => {
    const own = problem.contest.slots[slot]!;
    return {
      person: people.all[entry]!,
      slot: own.name,
      cost: seatSalary(problem, { entry, slot }),
      points: pointsIn(own, problem.entries[entry]!),
    };
  });
}

export interface Scene {
  readonly people: People;
  readonly contest: ContestBase;
  /** Earlier results by selection, player and slot: most lineups of a portfolio share a few players. */
  readonly known?: Map<object, Map<Person, Map<string, boolean>>>;
}

type Seat = Pick<Seated, "person" | "slot">;

export function isSelected(selection: Selection | undefined, seat: Seat, scene: Scene): boolean {
  if (selection === undefined) return true;
  if (typeof selection !== "object") return isNamed(String(selection), seat, scene);
  const ofPeople = scene.known?.get(selection) ?? new Map<Person, Map<string, boolean>>();
  scene.known?.set(selection, ofPeople);
  const ofSlots = ofPeople.get(seat.person) ?? new Map<string, boolean>();
  ofPeople.set(seat.person, ofSlots);
  const known = ofSlots.get(seat.slot) ?? isAmong(selection, seat, scene);
  ofSlots.set(seat.slot, known);
  return known;
}

function isAmong(selection: Selection & object, seat: Seat, scene: Scene): boolean {
  if (Array.isArray(selection))
    return (selection as readonly Selection[]).some((one) => isSelected(one, seat, scene));
  return Object.entries(selection as SelectionCriteria).every(([field, value]) => {
    if (value === undefined) return true;
    if (field === "not") return !isSelected(value as Selection, seat, scene);
    return listOf<unknown>(value).some((one) => holds(field, one as string | number | boolean, seat, scene));
  });
}

function isNamed(text: string, { person, slot }: Seat, { people, contest }: Scene): boolean {
  const at = text.lastIndexOf("@");
  const who = (at > 0 ? text.slice(0, at) : text).trim();
  if (at > 0 && !same(text.slice(at + 1), slot)) return false;
  if (at <= 0 && person.captainIds.includes(who))
    return contest.slots.some((one) => one.name === slot && isCaptains(one));
  const named = findPerson(people, who);
  return named.kind === "person" && people.all[named.entry] === person;
}

function holds(
  field: string,
  value: string | number | boolean,
  { person, slot }: Seat,
  { people, contest }: Scene,
): boolean {
  const text = String(value);
  switch (field) {
    case "name":
      if (nameIndexOf(people.all).byId(text.trim()).length > 0) return person.ids.includes(text.trim());
      return namesakes(people.all, text.trim()).some((entry) => people.all[entry] === person);
    case "team":
      return person.team.some((one) => same(one, text));
    case "opponent":
      return person.opponent.some((one) => same(one, text));
    case "game": {
      const [one = "", other = ""] = text.split("@");
      if ([text, `${other}@${one}`].some((game) => same(person.game, game.replaceAll(/\s*@\s*/g, "@"))))
        return true;
      if (same(person.event, text)) return true;
      const plays = (first: string, second: string) =>
        person.team.some((name) => same(name, first)) && person.opponent.some((name) => same(name, second));
      return plays(one, other) || plays(other, one);
    }
    case "position":
      return person.positions.some((one) => one === (positionNamed(contest, text)?.name ?? text));
    case "slot":
      return same(slot, text);
    case "salary":
      return isWithin(person.salary, text);
    case "points":
      return isWithin(person.points, text);
    default: {
      const cell = person.cells.get(headerKey(field));
      if (cell === undefined) return false;
      if (typeof value === "number" || text.includes("..")) return isWithin(numberIn(cell), text);
      return same(cell, text);
    }
  }
}

/** Whether a value equals the number in `text`, or lies in its range: `low..high`, `low..` or `..high`. */
export function isWithin(value: number, text: string): boolean {
  const [low, high = low] = text.split("..").map((end) => end.trim());
  return (low === "" || value >= numberIn(low!)) && (high === "" || value <= numberIn(high!));
}

/** Parses a number, ignoring `$`, `%`, commas and spaces; NaN for other text. */
function numberIn(text: string): number {
  const plain = text.replaceAll(/[$,%\s]/g, "");
  return plain === "" ? Number.NaN : Number(plain);
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Relative tolerance for limits of products, because solvers add rounded logarithms. */
const PRODUCT_TOLERANCE = 1e-6;
/**
 * Tolerance for sums: solvers round numbers to at least eight decimals or, if the greatest of the column is
 * above 10,000, to this fraction of it.
 */
const SUM_TOLERANCE = 1e-7;
const SUM_TOLERANCE_OF_GREATEST = 2e-10;

interface Sides {
  own(person: Person): boolean;
  opponent(person: Person): boolean;
}

/** Whether a finished lineup keeps a rule. Uses no code of the solvers. */
export function keepsRule(rule: PortfolioRule, lineup: readonly Seated[], scene: Scene): boolean {
  const { some, every, counts } = rule;
  const kind = some ?? every;
  const groups = kind === undefined ? [] : sidesOf(kind, scene);

  const amongOf = (
    { of, side = "own" }: Pick<CountClause, "of" | "side">,
    group: Sides | null,
  ): readonly Seated[] =>
    lineup.filter((seat) => isSelected(of, seat, scene) && (group === null || group[side](seat.person)));

  const counts1 = (clause: CountClause, group: Sides | null): boolean => {
    const number = amongOf(clause, group).length;
    const { least = 0, most = Number.POSITIVE_INFINITY, exactly } = clause;
    return exactly === undefined ? number >= least && number <= most : number === exactly;
  };

  const totals = (clause: SumClause, isProduct: boolean, group: Sides | null): boolean => {
    const key = headerKey(clause.column);
    const cellOf = (person: Person) => numberIn(person.cells.get(key) ?? "");
    const numbers = amongOf(clause, group).map(({ person, cost, points }) => {
      if (key === "salary") return cost;
      if (key === "points") return points;
      const cell = cellOf(person);
      return Number.isNaN(cell) ? clause.missing! : cell;
    });
    const total = isProduct
      ? numbers.reduce((so, number) => so * number, 1)
      : numbers.reduce((so, number) => so + number, 0);
    const least = clause.exactly ?? clause.least ?? Number.NEGATIVE_INFINITY;
    const most = clause.exactly ?? clause.most ?? Number.POSITIVE_INFINITY;
    const isWithin = (off: (limit: number) => number) =>
      (least === Number.NEGATIVE_INFINITY || total >= least - off(least)) &&
      (most === Number.POSITIVE_INFINITY || total <= most + off(most));
    if (isProduct) return isWithin((limit) => Math.abs(limit) * PRODUCT_TOLERANCE);
    const greatest = () => {
      const { all } = scene.people;
      const values = all.map((person) => Math.abs(key === "points" ? person.points : cellOf(person)) || 0);
      return values.reduce((most, value) => Math.max(most, value), 0);
    };
    return isWithin(() => SUM_TOLERANCE) || isWithin(() => SUM_TOLERANCE_OF_GREATEST * greatest());
  };

  const holdsFor = (group: Sides | null): boolean =>
    listOf(rule.count).every((clause) => counts1(clause, group)) &&
    listOf(rule.sum).every((clause) => totals(clause, false, group)) &&
    listOf(rule.product).every((clause) => totals(clause, true, group));

  const isAsked = (group: Sides | null): boolean => {
    if (rule.when === undefined) return true;
    const { least, most, exactly } = rule.when;
    const isBare = (least ?? most ?? exactly) === undefined;
    return counts1(isBare ? { ...rule.when, least: 1 } : rule.when, group);
  };

  const isOfNumber = (clause: GroupNumber | undefined, keyOf: (person: Person) => string): boolean => {
    if (clause === undefined) return true;
    const { least = 0, most = Number.POSITIVE_INFINITY, exactly } = clause;
    const keys = new Set<string>();
    for (const seat of lineup) if (isSelected(clause.of, seat, scene)) keys.add(keyOf(seat.person));
    return exactly === undefined ? keys.size >= least && keys.size <= most : keys.size === exactly;
  };

  if (every !== undefined) return groups.every((group) => !isAsked(group) || holdsFor(group));
  if (!isAsked(null)) return true;
  if (!isOfNumber(rule.teams, ({ teamUuid }) => teamUuid) || !isOfNumber(rule.games, ({ event }) => event))
    return false;
  if (counts !== undefined)
    return inDifferent(
      counts.map((list) => groups.map((group) => listOf(list).every((clause) => counts1(clause, group)))),
    );
  return some === undefined ? holdsFor(null) : groups.some(holdsFor);
}

/** `keeps[list][group]` says whether the group meets the list; earlier lists use `taken`. */
function inDifferent(keeps: readonly (readonly boolean[])[], taken: readonly number[] = []): boolean {
  const [first, ...rest] = keeps;
  if (first === undefined) return true;
  return first.some(
    (isKept, group) => isKept && !taken.includes(group) && inDifferent(rest, [...taken, group]),
  );
}

function sidesOf(kind: GroupOf, scene: Scene): Sides[] {
  const {
    people: { all },
    contest,
  } = scene;
  const none = () => false;
  if (kind === "game")
    return [...new Set(all.map(({ event }) => event))].map((game) => ({
      own: ({ event }) => event === game,
      opponent: none,
    }));
  const teams = [...new Set(all.map(({ teamUuid }) => teamUuid))];
  const against = (team: string) => (person: Person) => person.opponentUuid === team;
  if (kind === "team")
    return teams.map((team) => ({ own: ({ teamUuid }) => teamUuid === team, opponent: against(team) }));
  const { column, of, within, cyclic } = kind;
  const cellOf = (person: Person) => (person.cells.get(headerKey(column)) ?? "").trim().toLowerCase();
  const belongs = (person: Person) =>
    cellOf(person) !== "" && contest.slots.some(({ name }) => isSelected(of, { person, slot: name }, scene));
  const grouped = (isOf: (person: Person) => boolean) =>
    teams.map(
      (team): Sides => ({
        own: (person) => person.teamUuid === team && belongs(person) && isOf(person),
        opponent: against(team),
      }),
    );
  const isAny = ({ own }: Sides) => all.some(own);
  if (within === undefined)
    return [...new Set(all.filter(belongs).map(cellOf))]
      .flatMap((cell) => grouped((person) => cellOf(person) === cell))
      .filter(isAny);
  const orderOf = (person: Person) => numberIn(cellOf(person));
  const orders = all.filter(belongs).map(orderOf).filter(Number.isInteger);
  if (cyclic !== undefined)
    return Array.from({ length: cyclic }, (_, before) => before + 1)
      .flatMap((start) =>
        grouped((person) => {
          const order = orderOf(person);
          return order >= 1 && order <= cyclic && (order - start + cyclic) % cyclic < within;
        }),
      )
      .filter(isAny);
  const [first, last] = [Math.min(...orders), Math.max(...orders)];
  // Without any order there is one run, and it is empty.
  const starts = Math.max(1, last - first + 2 - within);
  return Array.from({ length: starts }, (_, at) => first + at)
    .flatMap((start) =>
      grouped(
        (person) =>
          orders.includes(orderOf(person)) && orderOf(person) >= start && orderOf(person) < start + within,
      ),
    )
    .filter(isAny);
}
