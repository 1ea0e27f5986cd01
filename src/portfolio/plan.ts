import { buildModel } from "../constraints/readers/build-model.ts";
import type { DrawSource } from "../model/draw-source.ts";
import type { Model, Rule } from "../model/model.ts";
import type { PortfolioPlan } from "../model/portfolio-plan.ts";
import type { Problem } from "../problem/problem.ts";
import { rolesOf } from "../roster/roles.ts";
import { seatCount } from "../roster/room.ts";
import type { FantasyPerformance } from "../schema/performances.ts";
import type { Portfolio } from "../schema/portfolio.ts";
import type { Resource } from "../schema/resource.ts";
import { rulesFrom } from "../solver/portfolio/rule-of.ts";
import { withAttributes } from "./attribute-columns.ts";
import { type AvoidedLineup, avoidedPicks } from "./avoided.ts";
import { changedPoints } from "./changed-points.ts";
import { columnShares } from "./column-shares.ts";
import { readExclusions, readLocks } from "./locks.ts";
import { type People, type PoolFacts, peopleOf } from "./people.ts";
import { Findings, type Lines, type Path, requestPointer } from "./places.ts";
import { readRange } from "./ranges.ts";
import { rowWords } from "./row-words.ts";
import type { RuleContext } from "./rule-context.ts";
import { readRule, type TestsOf } from "./rules.ts";
import { selectionReader } from "./selections.ts";
import { checkedShare, planShare, readExposure, type WrittenShare, withoutReplaced } from "./shares.ts";
import { sumOf } from "./weights.ts";

/** What a plan is made of, beside the description. */
export interface PlanInputs {
  readonly problem: Problem;
  /** How many lineups. */
  readonly count: number;
  /** Players and teams, which lend their names. */
  readonly resources: readonly Resource[];
  /** The projections, whose other attributes are columns. */
  readonly projections?: readonly FantasyPerformance[] | undefined;
  readonly facts?: PoolFacts | undefined;
  /** Lineups entered already, by the names of the files that `avoid` lists. */
  readonly avoided?: ReadonlyMap<string, readonly AvoidedLineup[]> | undefined;
  /** The lines of the description's file. */
  readonly lines?: Lines | undefined;
  /** Where the points of draws are from, where they are drawn as simulations draw them. */
  readonly drawSourceOf?: DrawSourceOf | undefined;
}

/** Says where draws of a problem's points are from. */
export type DrawSourceOf = (problem: Problem, model: Model, seed: number) => DrawSource;

/** A description, read for one problem. */
export interface PlannedPortfolio {
  readonly plan: PortfolioPlan;
  readonly method: "joint" | "sequential";
  /** The problem with the description's points, locks and exclusions. */
  readonly problem: Problem;
  readonly people: People;
  /** Where each of the plan's shares stands and what it is of, in their order. */
  readonly shares: readonly WrittenShare[];
  readonly avoided: readonly AvoidedLineup[];
  /** What to tell of the description, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * States a description as a plan of one problem.
 * @throws InvalidRequestError: every issue names the value, the place in the description and the remedy.
 */
export function planPortfolio(description: Portfolio, inputs: PlanInputs): PlannedPortfolio {
  const { problem: asked, count, resources, projections = [], facts, lines } = inputs;
  const known = { ...facts, columns: withAttributes(asked, projections, facts?.columns) };
  const findings = new Findings(lines);
  const method = methodOf(description, findings);
  const { problem, people, without } = pooled(
    description,
    asked,
    peopleOf(asked, resources, known),
    findings,
  );
  const selections = selectionReader(problem.contest, people, findings);
  const seats = seatCount(problem.contest.slots);
  const context: RuleContext = { problem, people, selections, findings, seats };

  const locks = readLocks(description.lock, new Set([...problem.excluded, ...without]), context);
  const exclusions = readExclusions(description.exclude, locks, context);
  const standing: { readonly testsOf: TestsOf; readonly path: Path; readonly words: string }[] = [
    ...salaryTest(description, context),
  ];
  const written: WrittenShare[] = [];
  for (const [index, exposure] of (description.exposure ?? []).entries())
    written.push(...readExposure(exposure, ["exposure", index], count, context));
  for (const [index, rule] of (description.rules ?? []).entries()) {
    const path = ["rules", index];
    const words = rule.name ?? `rules[${index}]`;
    const testsOf = readRule(rule, path, context);
    const isShared = (rule.share ?? rule.least ?? rule.most) !== undefined;
    const share = isShared ? checkedShare(rule, path, count, context) : null;
    if (testsOf === null || (isShared && share === null)) continue;
    if (share === null)
      standing.push({
        testsOf,
        path,
        words: rule.name === undefined ? findings.words(path) : `${findings.words(path)}, ${rule.name}`,
      });
    else written.push({ path, what: words, ...share, testsOf, entry: null, isOfEach: false });
  }
  const locked = new Set(locks.map(({ entry }) => entry));
  const named = new Set(
    written.flatMap(({ entry, isOfEach }) => (entry === null || isOfEach ? [] : [entry])),
  );
  written.push(...columnShares(facts, count, new Set([...locked, ...named]), context));
  const shares = withoutReplaced(written, locked);
  if (method === "sequential") refuseLeast(shares, findings);
  if ((description.unique ?? 0) > seats)
    findings.refuse(
      "invalid-unique",
      ["unique"],
      `${description.unique} is more than a lineup's ${seats} players.`,
    );
  const avoided = avoidedOf(description, inputs, findings);
  findings.throwIfAny();

  const ruled: Problem = { ...problem, locks };
  const apart = selections.namedSlots;
  const base = buildModel(ruled, apart);
  const rules = [
    forbidding(without, ["points", "from"], findings),
    exclusions,
    ...standing.map(({ testsOf, path, words }) =>
      rulesFrom({ pointer: requestPointer(path), words }, testsOf(base.picks)),
    ),
  ].flat();
  const plan: PortfolioPlan = {
    model: { ...base, rules: [...base.rules, ...rules] },
    count,
    unique: description.unique ?? 0,
    choices: choicesOf(ruled, base),
    avoid: avoidedPicks(avoided, ruled, base),
    shares: shares.map((share) => planShare(share, base.picks)),
    random: randomOf(description, (seed) => inputs.drawSourceOf?.(ruled, base, seed), findings),
  };
  findings.throwIfAny();
  return { plan, method, problem: ruled, people, shares, avoided, warnings: findings.warnings };
}

function methodOf({ method, points }: Portfolio, findings: Findings): "joint" | "sequential" {
  if (points?.random !== undefined && method !== "sequential")
    findings.refuse(
      "invalid-random",
      ["points", "random"],
      "draws points anew for each lineup, which only method: sequential can. Say that, or remove it.",
    );
  return method ?? "joint";
}

/** The problem and its people with the points that the description says. */
function pooled({ points }: Portfolio, problem: Problem, people: People, findings: Findings) {
  if (points === undefined) return { problem, people, without: [] };
  const changed = changedPoints(problem, people, points, findings);
  const of = <Item>(items: readonly Item[]) =>
    items.map((item, entry) => ({ ...item, points: changed.points[entry]! }));
  return {
    problem: { ...problem, entries: of(problem.entries) },
    people: { ...people, all: of(people.all) },
    without: changed.without,
  };
}

function salaryTest({ salary }: Portfolio, { findings, problem }: RuleContext) {
  if (salary === undefined) return [];
  const path = ["salary"];
  const range = readRange(salary);
  if (range === null) {
    findings.refuse("invalid-range", path, `"${salary}" is no range. Write one such as 49500..`);
    return [];
  }
  if (range.least > Math.min(range.most, problem.cap)) {
    const most = range.most < problem.cap ? `its most, ${range.most}` : `the cap of ${problem.cap}`;
    findings.refuse("invalid-range", path, `${range.least} is more than ${most}. Lower it.`);
    return [];
  }
  const testsOf: TestsOf = (picks) => [
    { when: null, alternatives: [{ counts: [], sums: [sumOf(Array.from(picks.salary), range)] }] },
  ];
  return [{ testsOf, path, words: findings.words(path).replace("salary", `salary ${salary}`) }];
}

function refuseLeast(shares: readonly WrittenShare[], findings: Findings): void {
  const told = new Set<Path>();
  for (const { path, what, limits, asked, row } of shares) {
    if (limits.least === 0 || told.has(path)) continue;
    told.add(path);
    findings.refuse(
      "least-share",
      path,
      `${what} in ${asked} needs a least share, which method: sequential cannot keep. Use method: joint.`,
      row && rowWords([row]),
    );
  }
}

function forbidding(entries: readonly number[], path: Path, findings: Findings): Rule[] {
  if (entries.length === 0) return [];
  const words = `${findings.words(path)} (${entries.length} of the pool)`;
  const origin = { constraint: "portfolio", pointer: requestPointer(path), words };
  return [{ kind: "forbid", entries, origin }];
}

/** What a pick is to the contest: who plays in which of its own roles. Null where the model has no others. */
function choicesOf({ contest }: Problem, { slots, picks }: Model): Int32Array | null {
  const own = rolesOf(contest);
  if (own.length === Math.max(...slots.map(({ role }) => role)) + 1) return null;
  const roleOf = contest.slots.map((_, slot) => own.findIndex((role) => role.slots.includes(slot)));
  const anySlot = (bits: number) => 31 - Math.clz32(bits);
  const numbers = new Map<number, number>();
  return Int32Array.from(picks.entry, (entry, pick) => {
    const key = entry * own.length + roleOf[anySlot(picks.slots[pick]!)]!;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
}

function avoidedOf({ avoid }: Portfolio, { avoided }: PlanInputs, findings: Findings): AvoidedLineup[] {
  return (avoid ?? []).flatMap((name, index) => {
    const found = avoided?.get(name);
    if (found !== undefined) return found;
    findings.refuse(
      "unknown-file",
      ["avoid", index],
      `the lineups of ${name} are not given. Hand them over as avoided.`,
    );
    return [];
  });
}

function randomOf(
  { points }: Portfolio,
  sourceOf: (seed: number) => DrawSource | undefined,
  findings: Findings,
): PortfolioPlan["random"] {
  if (points?.random === undefined) return null;
  const { seed, spread } = points.random;
  if (spread === undefined) {
    const source = sourceOf(seed);
    if (source === undefined)
      findings.refuse("invalid-random", ["points", "random"], "needs a spread here, such as spread: 15%.");
    return source ?? null;
  }
  return { seed, spread: Number(spread.replace("%", "")) / 100 };
}
