import { listOf, memoized } from "../shared/collections.ts";
import { headerKey } from "../shared/header-key.ts";
import type { Exposure, GroupNumber, GroupOf, Portfolio, PortfolioRule } from "../shared/schema/portfolio.ts";
import { counted, grouped } from "../shared/words.ts";
import { MOST_ALTERNATIVES } from "./different-groups.ts";
import type { People } from "./people.ts";
import type { Findings, Path } from "./places.ts";
import { MOST_WAYS } from "./rules.ts";

/** The maximum work for a plan, in steps that store one number: a few seconds and a few hundred megabytes. */
const MOST_STEPS = 10_000_000;
/** Listing this many players of an alternative counts as one step. */
const PICKS_PER_STEP = 16;
/** A limit on more groups counts as one on this many: its alternatives are too many even so. */
const MOST_SEATS = 16;
const SHARE_STEPS = 100;

/**
 * Refuses a portfolio's description if its rules and exposures would take too much time and memory to plan.
 * The estimate uses the size of the pool and the number of its groups, before any rule is read.
 * @throws InvalidRequestError
 */
export function checkPlanSize(
  { exposure = [], rules = [] }: Portfolio,
  people: People,
  findings: Findings,
): void {
  const groups = groupCounter(people);
  const pool = people.all.length;
  let steps = 0;
  const count = (path: Path, more: number) => {
    steps += more;
    if (steps <= MOST_STEPS) return;
    findings.refuse(
      "portfolio-too-large",
      path,
      `up to here, the exposures and rules need ${grouped(Math.ceil(steps))} steps of work for a pool of ${counted(pool, "player")}, ` +
        `but at most ${grouped(MOST_STEPS)} are allowed. Write fewer exposures and rules, or ones with fewer groups.`,
    );
    findings.throwIfAny();
  };
  for (const [index, one] of exposure.entries()) count(["exposure", index], exposureSteps(one, pool, groups));
  for (const [index, one] of rules.entries()) count(["rules", index], ruleSteps(one, pool, groups));
}

type GroupCounter = (kind: GroupOf | "position") => number;

function exposureSteps({ each, of }: Exposure, pool: number, groups: GroupCounter): number {
  // A plain name selects one player, and there may be an exposure for each player.
  if (each === undefined) return typeof of === "object" ? pool : SHARE_STEPS;
  return each === "player" ? pool * SHARE_STEPS : groups(each) * (pool + SHARE_STEPS);
}

function ruleSteps({ some, every, when, counts, ...own }: PortfolioRule, pool: number, groups: GroupCounter) {
  const kind = some ?? every;
  const of = kind === undefined ? 1 : groups(kind);
  const lists = counts ?? [own.count];
  const clauses = [when, own.sum, own.product, ...lists].reduce(
    (sum, list) => sum + listOf<unknown>(list).length,
    0,
  );
  const numbers = [...numberWays(own.teams, "team", groups), ...numberWays(own.games, "game", groups)];
  const numbered = numbers.reduce((sum, ways) => sum + (ways * pool) / PICKS_PER_STEP, 0);
  if (counts === undefined) return clauses * of * pool + numbered;
  // Each choice of groups for the lists visits the players of all these groups.
  const ways = Math.min(MOST_WAYS, of ** counts.length);
  return clauses * of * pool + ways * counts.length * Math.ceil(pool / Math.max(1, of));
}

function numberWays(number: GroupNumber | undefined, kind: "team" | "game", groups: GroupCounter): number[] {
  const { least, most, exactly } = number ?? {};
  return [exactly ?? least, exactly ?? most].flatMap((size) =>
    size === undefined ? [] : [Math.min(MOST_ALTERNATIVES, groups(kind) ** Math.min(size, MOST_SEATS))],
  );
}

function groupCounter({ all }: People): GroupCounter {
  const countOf = (keysOf: (person: People["all"][number]) => readonly string[]) =>
    new Set(all.flatMap(keysOf)).size;
  const teams = () => countOf(({ teamUuid }) => [teamUuid]);
  const make = (kind: GroupOf | "position"): number => {
    if (kind === "team") return teams();
    if (kind === "game") return countOf(({ event }) => [event]);
    if (kind === "position") return countOf(({ positions }) => positions);
    const { column, within = 1, cyclic = Number.POSITIVE_INFINITY } = kind;
    const key = headerKey(column);
    const cells = countOf(({ teamUuid, cells }) => [`${teamUuid} ${cells.get(key)?.trim().toLowerCase()}`]);
    return Math.min(cells * within, teams() * cyclic);
  };
  const countOfText = memoized((kind: string) => make(JSON.parse(kind)));
  return (kind) => countOfText(JSON.stringify(kind));
}
