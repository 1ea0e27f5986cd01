import { LineupBounds } from "../engine/model/lineup-bounds.ts";
import type { LineupTest, PickCount } from "../engine/model/lineup-test.ts";
import { isOncePerLineup, type Model, type Rule } from "../engine/model/model.ts";
import type { PlanShare } from "../engine/model/portfolio-plan.ts";
import { LastMade } from "../shared/collections.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { counted } from "../shared/words.ts";
import { type PlanInputs, rulePaths } from "./description.ts";
import { type Path, placeWords, requestPointer } from "./places.ts";
import type { PlannedPortfolio } from "./plan.ts";

/** The words of each warning of `neverBinding` between the place and the reason. */
export const CHANGES_NOTHING = ": changes nothing: ";

/** A portfolio's description with more locks, exclusions, exposures and rules than this is not checked. */
const MOST_FIELDS = 200;

/**
 * Returns a warning for each lock, exclusion, exposure, rule and salary range of a portfolio's description
 * that changes nothing: without all of them, the same portfolios are possible. Bounds on seats, salaries and
 * the other rules prove this, so some fields that change nothing are not found.
 */
export function neverBinding(
  description: Portfolio,
  { plan, shares, warnings }: PlannedPortfolio,
  { facts, lines }: Pick<PlanInputs, "facts" | "lines">,
): string[] {
  const { model, count } = plan;
  const paths = rulePaths(description, ["salary"]);
  if (paths.length > MOST_FIELDS || !isOncePerLineup(model)) return [];
  const madeBounds = new LastMade<Model, LineupBounds>();
  const found: string[] = [];
  const gone = new Set<string>();
  // The last one first: of two equal fields, the later one is reported, and the earlier one is needed.
  for (const path of paths.toReversed()) {
    if (hasWarning(path)) continue;
    const pointer = requestPointer(path);
    gone.add(pointer);
    const reason = whyNever(path, pointer);
    if (reason === null) gone.delete(pointer);
    else found.unshift(`${placeWords(path, lines)}${CHANGES_NOTHING}${reason}`);
  }
  return found;

  function hasWarning(path: Path): boolean {
    const place = placeWords(path);
    return warnings.some((text) => text.startsWith(place) && /^[ .:]/.test(text.slice(place.length)));
  }

  /**
   * Explains why a field of the description changes nothing, even without the fields in `gone`; null if this
   * is not proved.
   */
  function whyNever([kind]: Path, pointer: string): string | null {
    const rules = model.rules.filter(({ origin }) => origin.pointer === pointer);
    const own = [...plan.shares.keys()].filter((index) => plan.shares[index]!.origin.pointer === pointer);
    if (own.some(isReplacing)) return null;
    if (rules.length === 0 && own.length === 0) return kind === "rules" ? ALWAYS : null;
    const left = model.rules.filter(({ origin }) => !gone.has(origin.pointer ?? ""));
    const bounds = madeBounds.of(model, left, () => new LineupBounds({ ...model, rules: left }));
    if (own.length > 0)
      return whyNoShare(
        own.map((index) => plan.shares[index]!),
        bounds,
      );
    if (!rules.every((rule) => isAlwaysKept(rule, bounds))) return null;
    if (kind === "lock") return "every lineup has this player anyway. Remove it.";
    if (kind === "exclude") return "no lineup can have these players anyway. Remove it.";
    if (kind === "salary")
      return "every lineup's salary is in this range anyway. Remove it, or write another one.";
    return whyAlways(rules, bounds);
  }

  /**
   * Whether a share is an exposure of one player that replaces another limit: the one for all players, or a
   * file's column. Without it, the other limit would apply.
   */
  function isReplacing(index: number): boolean {
    const { entry, isOfEach } = shares[index]!;
    const isAboutAll = description.exposure?.some(({ each }) => each === "player") === true;
    return entry !== null && !isOfEach && (isAboutAll || facts?.exposures !== undefined);
  }

  function whyNoShare(own: readonly PlanShare[], bounds: LineupBounds): string | null {
    const limits = own.filter(({ least, most }) => least > 0 || most < count);
    if (limits.length === 0)
      return `it allows 0 to ${count} of ${counted(count, "lineup")}. Remove it, or set a narrower share.`;
    if (limits.every((share) => isFree(share, bounds)))
      return limits.every(({ least }) => least <= 0)
        ? "no lineup can have what it limits. Remove it, or correct what it counts."
        : "every lineup has what it asks for anyway. Remove it, or correct what it counts.";
    const others = plan.shares.filter(({ origin }) => !gone.has(origin.pointer));
    const implied = limits.map((share) => (isFree(share, bounds) ? share : impliedBy(share, others)));
    const [first] = implied.filter((other) => other !== null && !own.includes(other));
    if (first == null || implied.includes(null)) return null;
    return `"${first.origin.words}" is at least as strict. Remove one of the two, or change this one.`;
  }

  /**
   * Whether every set of lineups keeps a share. It keeps a maximum if no lineup can pass the share's tests,
   * and a minimum if every lineup passes them.
   */
  function isFree({ tests, least, most }: PlanShare, bounds: LineupBounds): boolean {
    return (
      (most >= count || tests.some((test) => bounds.neverPasses(test))) &&
      (least <= 0 || tests.every((test) => bounds.alwaysPasses(test)))
    );
  }

  /**
   * One of `others` whose limits imply those of `share`; null if there is none. Compares only shares
   * whose tests are a single count.
   */
  function impliedBy(share: PlanShare, others: readonly PlanShare[]): PlanShare | null {
    const own = onlyCount(share.tests);
    if (own === null) return null;
    const found = others.find((other) => {
      const theirs = onlyCount(other.tests);
      if (theirs === null) return false;
      return (
        (share.most >= count || (other.most <= share.most && implies(own, theirs))) &&
        (share.least <= 0 || (other.least >= share.least && implies(theirs, own)))
      );
    });
    return found ?? null;
  }
}

const ALWAYS = "every lineup keeps it anyway. Remove it, or change its numbers.";

function isAlwaysKept(rule: Rule, bounds: LineupBounds): boolean {
  if (rule.kind === "disjunction") return bounds.alwaysPasses(rule);
  if (rule.kind === "groupsMinimum") return bounds.leastGroups(rule.groups) >= rule.minimum;
  return rule.kind === "count" && bounds.isAlways(bounds.countOf(rule));
}

/** Why every lineup keeps these rules anyway, for a message; with numbers if the rules are a single count. */
function whyAlways(rules: readonly Rule[], bounds: LineupBounds): string {
  const tests = rules.filter((rule) => rule.kind === "disjunction");
  if (tests.length > 0 && tests.every(({ when }) => when !== null && bounds.isNever(when)))
    return "its condition `when` can never hold. Change the condition, or remove the rule.";
  const count = tests.length === rules.length ? onlyCount(tests, true) : null;
  if (count === null) return ALWAYS;
  const { picks, least, most } = count;
  const [fewest, greatest] = [bounds.least(picks), bounds.most(picks)];
  const range =
    least <= 0
      ? `at most ${greatest}`
      : most === Number.POSITIVE_INFINITY
        ? `at least ${fewest}`
        : `${fewest} to ${greatest}`;
  return `every lineup has ${range} of the counted players anyway. Remove it, or change its numbers.`;
}

/**
 * The count, if the tests are one count without a condition; else null. A count with a maximum is returned
 * only with `mayHaveMost`.
 */
function onlyCount(tests: readonly LineupTest[], mayHaveMost = false): PickCount | null {
  const [test, ...others] = tests;
  if (test === undefined || others.length > 0 || test.when !== null) return null;
  const [clause, ...more] = test.alternatives;
  if (clause === undefined || more.length > 0 || clause.sums.length > 0) return null;
  const [count, ...rest] = clause.counts;
  if (count === undefined || rest.length > 0) return null;
  return mayHaveMost || count.most === Number.POSITIVE_INFINITY ? count : null;
}

/** Whether every lineup that has the minimum of `one` also has that of `other`. `false` proves nothing. */
function implies(one: PickCount, other: PickCount): boolean {
  if (one.least < other.least || one.picks.length > other.picks.length) return false;
  const among = new Set(other.picks);
  return one.picks.every((pick) => among.has(pick));
}
