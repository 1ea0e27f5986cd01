import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { namedLineup } from "../../contests/problem/problem.ts";
import { captainSlots } from "../../shared/roster.ts";
import type { Exposure, Portfolio } from "../../shared/schema/portfolio.ts";
import { counted } from "../../shared/words.ts";
import type { AvoidedLineup } from "../avoided.ts";
import { replacedOf } from "../named.ts";
import type { People, PoolFacts } from "../people.ts";
import { type Path, requestPointer } from "../places.ts";
import { isSelected, isWithin, keepsRule, type Scene, type Seated, seatedLineup } from "./keeps-rule.ts";

/** A rule of a portfolio's description that the finished portfolio breaks. */
export interface PortfolioViolation {
  /** The rule's place in the request, a JSON pointer. */
  readonly pointer: string;
  /** Index of the lineup that breaks the rule; null for a rule about all lineups together. */
  readonly lineup: number | null;
  readonly detail: string;
}

export interface Judged {
  readonly description: Portfolio;
  readonly problem: Problem;
  readonly people: People;
  /** The requested number of lineups; a share in percent is a percentage of it. */
  readonly count: number;
  readonly avoided: readonly AvoidedLineup[];
  readonly facts?: PoolFacts | undefined;
  /** Whether there are fewer lineups than requested: minimum shares are then not checked. */
  readonly isShort?: boolean | undefined;
}

/** The rules that the finished lineups break. Uses no code of the solvers. */
export function checkPortfolio(lineups: readonly Lineup[], judged: Judged): PortfolioViolation[] {
  const { description, problem, people } = judged;
  const scene = { people, contest: problem.contest, known: new Map() };
  const seated = lineups.map((lineup) => seatedLineup(lineup, people, problem));
  const found: PortfolioViolation[] = [];
  const report = (path: Path, lineup: number | null, detail: string) =>
    found.push({ pointer: requestPointer(path), lineup, detail });

  for (const [index, lineup] of seated.entries()) {
    const meets = (path: Path, holds: boolean, detail: string) => {
      if (!holds) report(path, index, `Lineup ${index + 1} ${detail}.`);
    };
    if (description.salary !== undefined) {
      const cost = lineup.reduce((sum, seat) => sum + seat.cost, 0);
      const text = String(description.salary);
      meets(["salary"], isWithin(cost, text), `costs ${cost}, which is not in ${text}`);
    }
    for (const [at, who] of (description.lock ?? []).entries())
      meets(
        ["lock", at],
        lineup.some((seat) => isSelected(who, seat, scene)),
        `has no ${who}`,
      );
    for (const [at, who] of (description.exclude ?? []).entries())
      meets(["exclude", at], !lineup.some((seat) => isSelected(who, seat, scene)), "has an excluded player");
    for (const [at, rule] of (description.rules ?? []).entries())
      if ((rule.share ?? rule.least ?? rule.most) === undefined)
        meets(["rules", at], keepsRule(rule, lineup, scene), `breaks ${rule.name ?? `rules[${at}]`}`);
  }
  checkDifferent(lineups, judged, report);
  checkShares(seated, judged, scene, report);
  return found;
}

type Report = (path: Path, lineup: number | null, detail: string) => void;

function checkShares(
  seated: readonly (readonly Seated[])[],
  { description, problem, people, count, facts, isShort = false }: Judged,
  scene: Scene,
  report: Report,
): void {
  const { contest } = problem;
  const uuidsOf = (entries: ReadonlySet<number>) =>
    new Set(Array.from(entries, (one) => people.all[one]!.uuid));
  const replaced = replacedOf(description.exposure, problem.locks, people, facts);
  const [byDescription, byAny] = [uuidsOf(replaced.byDescription), uuidsOf(replaced.byAny)];
  const isKept = (path: Path, what: string, limits: Exposure, number: number) => {
    const broken = shareBroken(limits, number, count, isShort);
    if (broken !== null)
      report(path, null, `${what} is in ${number} of ${count} lineups; required: ${broken}.`);
  };
  for (const [index, exposure] of (description.exposure ?? []).entries()) {
    const path = ["exposure", index];
    const { each, of, times = 1 } = exposure;
    const members = membersOf[each ?? "all"];
    const numbers = new Map<string, number>();
    for (const lineup of seated) {
      const chosen = lineup.filter((seat) => isSelected(of, seat, scene));
      for (const [member, players] of countsOf(chosen.flatMap(({ person }) => members(person))))
        if (players >= times) numbers.set(member, (numbers.get(member) ?? 0) + 1);
    }
    const anyone = people.all.filter((person) =>
      contest.slots.some(({ name }) => isSelected(of, { person, slot: name }, scene)),
    );
    for (const what of each === undefined ? [IT] : new Set(anyone.flatMap(members)))
      if (each !== "player" || !byAny.has(what)) isKept(path, what, exposure, numbers.get(what) ?? 0);
  }
  for (const [index, rule] of (description.rules ?? []).entries())
    if ((rule.share ?? rule.least ?? rule.most) !== undefined) {
      const number = seated.filter((lineup) => keepsRule(rule, lineup, scene)).length;
      isKept(["rules", index], rule.name ?? `rules[${index}]`, rule, number);
    }
  const bits = captainSlots(contest);
  const captains = contest.slots.flatMap(({ name }, slot) => ((bits >> slot) & 1 ? name : []));
  for (const [uuid, exposure] of facts?.exposures ?? []) {
    if (byDescription.has(uuid) || !people.all.some((person) => person.uuid === uuid)) continue;
    for (const range of [exposure, exposure.captain]) {
      const isIn = ({ person, slot }: Seated) =>
        person.uuid === uuid && (range === exposure || captains.includes(slot));
      const number = seated.filter((lineup) => lineup.some(isIn)).length;
      const [least, most] = [range?.minimum ?? 0, range?.maximum ?? 100];
      isKept(["columns"], uuid, { least: `${least}%`, most: `${most}%` }, number);
    }
  }
}

/** The limit that a share breaks, such as `at least 20%`; null if it breaks none. */
function shareBroken(
  { share, least, most }: Exposure,
  number: number,
  count: number,
  isShort: boolean,
): string | null {
  const text = String(share ?? "..");
  const [low, high] = text.includes("..") ? text.split("..") : [text, text];
  const isBelow = (end: string | number | undefined) => !isShort && compare(number, end, count) < 0;
  const isAbove = (end: string | number | undefined) => compare(number, end, count) > 0;
  if (isBelow(low) || isAbove(high)) return text;
  if (isBelow(least)) return `at least ${least}`;
  return isAbove(most) ? `at most ${most}` : null;
}

function compare(number: number, end: string | number | undefined, count: number): number {
  const text = String(end ?? "").trim();
  if (text === "") return 0;
  if (!text.endsWith("%")) return number - Number(text);
  const difference = number * 100 - Number(text.slice(0, -1)) * count;
  return Math.abs(difference) < 1e-6 ? 0 : difference;
}

const IT = "The selection";

/** What a player counts for, by an exposure's `each`; `all` is for exposures without. */
const membersOf: Readonly<
  Record<NonNullable<Exposure["each"]> | "all", (person: People["all"][number]) => readonly string[]>
> = {
  all: () => [IT],
  player: ({ uuid }) => [uuid],
  team: ({ teamUuid }) => [teamUuid],
  game: ({ event }) => [event],
  position: ({ positions }) => [...new Set(positions)],
};

function countsOf(members: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const member of members) counts.set(member, (counts.get(member) ?? 0) + 1);
  return counts;
}

function checkDifferent(
  lineups: readonly Lineup[],
  { description, problem, avoided }: Judged,
  report: (path: Path, lineup: number | null, detail: string) => void,
): void {
  const { contest } = problem;
  const seats = contest.slots.reduce((sum, { count }) => sum + count, 0);
  const most = seats - (description.unique ?? 0);
  const captains = new Set(
    contest.slots
      .filter(({ pointsMultiplier, salary }) => pointsMultiplier !== 1 || salary !== "salary")
      .map(({ name }) => name),
  );
  // The slot counts where points or salary depend on it.
  const seatOf = ({ uuid, slot }: { readonly uuid: string; readonly slot: string }) =>
    captains.has(slot) ? `${uuid} ${slot}` : uuid;
  const isBySeats = description.uniqueBy === "seats";
  const all = [...avoided, ...lineups.map((lineup) => namedLineup(problem, lineup))];
  const seen = new Map<string, number>();
  /** By a player's GUID, or by seat, the indices in `all` of the earlier lineups that have it. */
  const having = new Map<string, number[]>();
  const common = new Uint16Array(all.length);
  for (const [index, lineup] of all.entries()) {
    const own = index - avoided.length;
    common.fill(0);
    for (const seat of lineup) {
      const counted = isBySeats ? seatOf(seat) : seat.uuid;
      const others = having.get(counted) ?? [];
      for (const other of others) common[other]! += 1;
      others.push(index);
      having.set(counted, others);
    }
    const key = lineup.map(seatOf).sort().join();
    const twin = seen.get(key);
    if (own >= 0 && twin !== undefined)
      report(twin < avoided.length ? ["avoid"] : [], own, `Lineup ${own + 1} repeats another lineup.`);
    seen.set(key, index);
    if (own < 0 || description.unique === undefined) continue;
    const close = common.findIndex((number) => number > most);
    if (close !== -1)
      report(
        ["unique"],
        own,
        `Lineup ${own + 1} has ${counted(common[close]!, isBySeats ? "seat" : "player")} in common with another lineup; \`unique\` allows at most ${most}.`,
      );
  }
}
