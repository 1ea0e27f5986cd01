import { catalogOf } from "../../contests/catalog/catalog.ts";
import { parseContestTable } from "../../contests/catalog/contest.ts";
import { constraints } from "../../contests/constraints/index.ts";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import {
  type ContestTable,
  type ContestTableInput,
  judgeOf,
} from "../../contests/constraints/readers/contest-table.ts";
import { createSearch, type Search } from "../../engine/search/search.ts";
import type { SolverName } from "../../engine/solver/registry.ts";
import { explainInfeasible } from "../../lineup/explain/explain.ts";
import { optimizerOf } from "../../optimizer/optimizer.ts";
import { createRunner } from "../../platform/node/runner.ts";
import { requestProperty } from "../conformance/solver-properties.ts";
import { allSolutions, type TestedSolver } from "../exhaustive.ts";
import fc from "../fast-check.ts";
import { lawProperties } from "../laws/laws.ts";
import { looserShareProperty } from "../portfolios/portfolio.ts";
import { DEFAULT_SEED, hold, type Property, type PropertyRuns, property, seededRandom } from "../property.ts";
import { problemOf, type SmallRequest, smallRequest } from "../requests/small-request.ts";
import {
  type ContestFault,
  type ContestReport,
  disputedFields,
  misreadAliases,
  type PropertyReport,
  type PublishedAliases,
  reportOf,
  type StatedFields,
} from "./contest-report.ts";
import { drawnLineups, isLegalLineup, legalPicksOf } from "./drawn-lineups.ts";
import {
  DisputedRuleError,
  type DrawnSeat,
  type PublishedRules,
  pointsProperty,
  publishedProperty,
} from "./published.ts";

const LINEUPS_PER_REQUEST = 50;

/**
 * The property that a contest's checks of finished lineups accept exactly the lineups that exhaustive search
 * calls legal. It counts legal and illegal lineups and, as `only NAME`, lineups that break only that
 * constraint.
 */
export function checksProperty(contest: ContestTable, runs: number): Property {
  return property<[SmallRequest, number]>({
    name: "the checks of finished lineups accept exactly what exhaustive search calls legal",
    runs,
    drawn: [smallRequest(contest, { unseated: 2 }), fc.noShrink(fc.nat(2 ** 30))],
    least: { legal: 0.05 * LINEUPS_PER_REQUEST, illegal: 0.3 * LINEUPS_PER_REQUEST },
    check(tally, _runs, request, seed) {
      const problem = problemOf({ contestOf: () => contest }, request);
      const model = buildModel(problem);
      const legal = legalPicksOf(model);
      const random = seededRandom(seed);
      const draw = (below: number) => Math.floor(random() * below);
      const brokenBy = judgeOf(problem);
      for (const lineup of drawnLineups(problem, model, legal, LINEUPS_PER_REQUEST, draw)) {
        const violations = brokenBy(lineup);
        const isLegal = isLegalLineup(model, lineup, legal.keys);
        hold(
          (violations.length === 0) === isLegal,
          () =>
            `Exhaustive search calls a lineup ${isLegal ? "legal" : "illegal"}, the checks say ${JSON.stringify(violations)}: ${JSON.stringify(lineup)}.`,
        );
        tally.add(isLegal ? "legal" : "illegal");
        const [name, ...others] = new Set(violations.map(({ constraint }) => constraint));
        if (name !== undefined && others.length === 0) tally.add(`only ${name}`);
      }
    },
  });
}

/** What to check a table against, and how thoroughly. */
export interface ContestCheckOptions extends PropertyRuns, StatedFields {
  /** The book's published rules, one function per rule. Rules without a function are not checked. */
  readonly published?: PublishedRules;
  /** The position that each spelling in the book's files means, such as `{ LW: "W", RW: "W" }`. */
  readonly aliases?: PublishedAliases;
  /** Returns the points that the book itself gives a lineup. */
  readonly points?: (lineup: readonly DrawnSeat[]) => number;
  /**
   * What to check, by default all: `published`, the book's rules; `points`, its points; `general`, what must
   * hold for any table.
   */
  readonly properties?: readonly ("published" | "points" | "general")[];
}

/** The default number of cases of each property. */
const RUNS = 50;
const ALL = ["published", "points", "general"] as const;

/**
 * Checks a contest's table against the book's published rules. It also checks the whole library on that
 * table: on random pools the table's checks, its rules, exhaustive search, two solvers, explanations and
 * portfolios must agree, and general laws must hold. The report lists each fault with a witness lineup, and
 * counts what was tested.
 * @throws InvalidTableError for a table that does not load.
 */
export async function checkContest(
  table: ContestTableInput,
  {
    runs = RUNS,
    seed = DEFAULT_SEED,
    slack,
    published = {},
    aliases = {},
    points,
    games,
    upload,
    properties: chosen = ALL,
  }: ContestCheckOptions = {},
): Promise<ContestReport> {
  const contest = parseContestTable(table, "table");
  checkNames(published);
  const stated = { games, upload };
  const runner = createRunner(0);
  const search = createSearch(runner);
  try {
    const tested: PropertyReport[] = [];
    const faults: ContestFault[] = [];
    const tried = async ({ name: property, run }: Property): Promise<unknown> => {
      try {
        tested.push({ property, counts: Object.fromEntries((await run({ seed, slack })).entries()) });
        return null;
      } catch (error) {
        faults.push({ property, detail: error instanceof Error ? error.message : String(error), error });
        return error;
      }
    };
    if (chosen.includes("published")) {
      faults.push(
        ...faultsOf("the table reads positions as the book writes them", misreadAliases(contest, aliases)),
        ...faultsOf("the table's fields say what the book says", disputedFields(contest, stated)),
      );
      for (let open = published; Object.keys(open).length > 0; ) {
        const error = await tried(publishedProperty(contest, open, runs));
        const disputed =
          error instanceof Error && error.cause instanceof DisputedRuleError ? error.cause : null;
        // A dispute about one rule says nothing about the others.
        const { [disputed?.rule ?? ""]: _, ...others } = open;
        open = disputed === null ? {} : others;
      }
    }
    if (points && chosen.includes("points")) await tried(pointsProperty(contest, points, runs));
    if (chosen.includes("general"))
      for (const property of contestProperties(contest, search, runs)) await tried(property);
    const isPaid = points !== undefined;
    return reportOf({ contest, runs, seed, published, aliases, stated, isPaid, tested, faults });
  } finally {
    await search.close();
  }
}

function faultsOf(property: string, details: readonly string[]): ContestFault[] {
  return details.map((detail) => ({ property, detail, error: new Error(detail) }));
}

/** All properties of a contest that need no information from the book. */
export function contestProperties(contest: ContestTable, search: Search, runs: number): readonly Property[] {
  const few = Math.ceil(runs / 5);
  const auto = solverOf(search, "auto");
  const ofHighs = requestProperty(solverOf(search, "highs"), contest, few);
  const catalog = catalogOf(
    { contests: [], scoring: [], outcomes: [], ownership: [] },
    { contests: [{ file: "table", table: contest }] },
  );
  const optimizer = optimizerOf(catalog, createRunner(0), {});
  return [
    checksProperty(contest, few),
    requestProperty(auto, contest, runs),
    { ...ofHighs, name: `HiGHS ${ofHighs.name}` },
    explanationProperty(contest, search, few),
    ...lawProperties(auto, contest, runs),
    looserShareProperty(optimizer, contest, few),
  ];
}

function solverOf(search: Search, name: SolverName | "auto"): TestedSolver {
  return {
    best: async (model, count, control) => (await search.best(model, count, name, control)).solutions,
  };
}

/** @throws RangeError for a rule name that is not a constraint. */
function checkNames(published: PublishedRules): void {
  const known: readonly string[] = constraints.map(({ name }) => name);
  const unknown = Object.keys(published).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new RangeError(`published["${unknown}"] is not a constraint. Name one of ${known.join(", ")}.`);
}

/**
 * The property that the explanation of a request without lineups names constraints that no lineup keeps
 * together.
 */
function explanationProperty(contest: ContestTable, search: Search, runs: number): Property {
  return property<[SmallRequest]>({
    name: "an explanation names rules that contradict each other",
    runs,
    drawn: [smallRequest(contest, { unseated: 2 })],
    async check(tally, _runs, request) {
      const problem = problemOf({ contestOf: () => contest }, request);
      const model = buildModel(problem);
      if (allSolutions(model).length > 0) return tally.add("feasible");
      const { conflicts } = await explainInfeasible(problem, model, search, {});
      const named = new Set(conflicts.map(({ constraint }) => constraint));
      // Seats are no rules of a conflict: they always apply.
      const rules = model.rules.filter(
        ({ kind, origin }) => kind === "fill" || kind === "once" || named.has(origin.constraint),
      );
      hold(
        allSolutions({ ...model, rules }).length === 0,
        () => `A lineup keeps ${[...named].join(" and ")}, which the explanation calls a contradiction.`,
      );
      tally.add("explained");
    },
  });
}
