import type { PortfolioOptions } from "../../../optimizer/optimizer.ts";
import { InvalidRequestError } from "../../../shared/errors.ts";
import { portfolioSettingsSchema } from "../../../shared/schema/options.ts";
import { parseInput } from "../../../shared/schema/parse.ts";
import { type Portfolio, portfolioSchema } from "../../../shared/schema/portfolio.ts";
import * as z from "../../../shared/schema/zod.ts";
import { RefusedError } from "../answer-error.ts";

/**
 * The resources whose attributes a query may restrict: lineups, and resources included through their
 * relationships.
 */
export const FIELD_NAMES = ["FantasyLineup", "selections", "defenseSpecialTeams"] as const;
type FieldName = (typeof FIELD_NAMES)[number];

/** The attributes to return, by kind of resource; kinds without an entry are returned whole. */
export type FieldQuery = ReadonlyMap<string, ReadonlySet<string>>;

/** The parameter that restricts the lineups' attributes, one name at a time. */
export const PROPERTIES = "properties[]";
const FIELDS = /^fields\[([^\]]*)\]$/;
/** The name of an attribute. It is shorter than a key, so a key put here by mistake does not match. */
const ATTRIBUTE = /^[A-Za-z]\w{0,39}$/;

/** Whether a parameter restricts attributes. */
export function isFieldParameter(name: string): boolean {
  return name === PROPERTIES || FIELDS.test(name);
}

/**
 * Reads `fields[...]` and `properties[]`, which both restrict the lineups' attributes. An unknown name in
 * `fields[...]` has no effect, as the interface requires for a wrong case: it is removed from the parameters.
 * @throws RefusedError (400) for an invalid attribute name
 */
export function readFields(parameters: URLSearchParams): FieldQuery {
  const asked = new Map<string, ReadonlySet<string>>();
  for (const parameter of new Set(parameters.keys())) {
    const whose = parameter === PROPERTIES ? "FantasyLineup" : FIELDS.exec(parameter)?.[1];
    if (whose === undefined) continue;
    if (!FIELD_NAMES.includes(whose as FieldName)) {
      parameters.delete(parameter);
      continue;
    }
    const names = namesOf(parameter, parameters.getAll(parameter));
    const before = asked.get(whose);
    asked.set(whose, before ? new Set([...names].filter((name) => before.has(name))) : names);
  }
  return asked;
}

function namesOf(parameter: string, values: readonly string[]): ReadonlySet<string> {
  const names = values.flatMap((value) => value.split(",")).filter((name) => name !== "");
  if (names.every((name) => ATTRIBUTE.test(name))) return new Set(names);
  throw new RefusedError("invalid-parameter", `${parameter} takes names of attributes, such as points.`, {
    source: { parameter },
  });
}

const { gap, onShortfall } = portfolioSettingsSchema.shape;

/** The fields of a body with solving options for a portfolio, as in the command and the library. */
export const solvingFields = {
  method: portfolioSchema.shape.method.check(
    z.describe("As the portfolio's own `method`; where both are given they must be the same."),
  ),
  gap: gap.check(
    z.describe("A joint portfolio is good enough within this part of the best sum; 0.0002 where absent."),
  ),
  onShortfall: onShortfall.check(
    z.describe(
      "What becomes of a portfolio that cannot be had in full, or not in time: refuse, the default, answers with an error; keep answers with the lineups that could be built, and `meta.portfolio.shortfall` says why there are not more.",
    ),
  ),
};

const solvingSchema = z.object(solvingFields);

/** A body's solving options, checked, and all its other fields. */
export interface SolvingFields {
  readonly options: Pick<PortfolioOptions, "gap" | "onShortfall">;
  readonly portfolio: Portfolio;
  readonly rest: object;
}

/** @throws InvalidRequestError that points at the field */
export function readSolvingFields(
  { method, gap, onShortfall, ...rest }: Readonly<Record<string, unknown>>,
  portfolio: Portfolio,
): SolvingFields {
  const { method: asked, ...options } = parseInput(solvingSchema, { method, gap, onShortfall });
  if (asked === undefined || typeof portfolio !== "object" || portfolio === null || Array.isArray(portfolio))
    return { options, portfolio, rest };
  if (portfolio.method !== undefined && portfolio.method !== asked)
    throw new InvalidRequestError([
      {
        code: "invalid-field",
        detail: `/method: ${asked} is not the portfolio's own method, which is ${portfolio.method}. Give one of them.`,
        source: { pointer: "/method" },
      },
    ]);
  return { options, portfolio: { ...portfolio, method: asked }, rest };
}
