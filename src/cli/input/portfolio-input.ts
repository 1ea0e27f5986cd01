import { dirname, resolve } from "node:path";
import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { PortfolioRequest } from "../../optimizer/optimizer.ts";
import type { AvoidedLineup } from "../../portfolio/avoided.ts";
import type { PoolFacts } from "../../portfolio/people.ts";
import type { Portfolio } from "../../shared/schema/portfolio.ts";
import { refuseGiven, usageError } from "../errors.ts";
import type { PortfolioOptions } from "../options/definitions.ts";
import { inputName, readBytes, readText } from "./files.ts";
import type { LineupInput } from "./lineup-input.ts";

export interface PortfolioInput
  extends Pick<PortfolioRequest, "portfolio" | "portfolioLines" | "avoided" | "kept" | "facts"> {
  readonly file: string;
}

const ASKING = ["portfolio", "unique", "maxExposure", "minSalary", "maxPerGame", "method", "decay"] as const;

export async function readPortfolioInput(
  options: PortfolioOptions & { readonly keep?: string | undefined },
  input: Pick<LineupInput, "facts" | "slate">,
  catalog: Catalog,
): Promise<PortfolioInput | null> {
  const { portfolio: name, keep, gap, onShortfall, onInterrupt, costs } = options;
  const isAsking = keep !== undefined || ASKING.some((option) => options[option] !== undefined);
  if (!isAsking && !(await hasExposures(input.facts))) {
    const settings = { "--gap": gap, "--on-shortfall": onShortfall, "--on-interrupt": onInterrupt };
    const remedy = "requires --portfolio or another option for portfolios.";
    refuseGiven({ ...settings, "--costs": costs }, remedy);
    return null;
  }
  const kept = keep === undefined ? undefined : await readLineups(keep, keep, input, catalog);
  if (name === undefined)
    return { portfolio: withShortForms({}, options), facts: input.facts, kept, file: "the options" };
  const { readPortfolio } = await import("../../portfolio/read-portfolio.ts");
  const { portfolio, lines } = await readPortfolio(await readText(name), { file: inputName(name) });
  const described = withShortForms(portfolio, options);
  return {
    portfolio: described,
    portfolioLines: lines,
    facts: input.facts,
    kept,
    avoided: await readAvoided(described, name, input, catalog),
    file: inputName(name),
  };
}

/** Whether any exposure column sets limits other than 0% to 100%. */
async function hasExposures({ exposures = new Map() }: PoolFacts = {}): Promise<boolean> {
  if (exposures.size === 0) return false;
  const { isWholeRange } = await import("../../portfolio/ranges.ts");
  const ranges = [...exposures.values()].flatMap(({ captain = [], ...column }) => [column, captain].flat());
  return ranges.some((range) => !isWholeRange(range));
}

/** @throws InvalidRequestError if `--min-salary` and the description both limit the salary */
function withShortForms(
  portfolio: unknown,
  { unique, maxExposure, minSalary, maxPerGame, method, decay }: PortfolioOptions,
): Portfolio {
  // A later check reports an invalid description.
  if (typeof portfolio !== "object" || portfolio === null || Array.isArray(portfolio))
    return portfolio as Portfolio;
  const described = portfolio as Portfolio;
  if (minSalary !== undefined && described.salary !== undefined)
    throw usageError("--min-salary", "conflicts with the description's `salary`. Keep one of them.");
  return {
    ...described,
    ...(unique !== undefined && { unique }),
    ...(method !== undefined && { method }),
    ...(decay !== undefined && { points: { ...described.points, decay } }),
    ...(minSalary !== undefined && { salary: `${minSalary}..` }),
    ...(maxExposure !== undefined && {
      exposure: [...(described.exposure ?? []), { each: "player" as const, most: maxExposure }],
    }),
    ...(maxPerGame !== undefined && {
      rules: [...(described.rules ?? []), { every: "game" as const, count: { most: maxPerGame } }],
    }),
  };
}

/** The lineups in the files that a description avoids; paths are relative to the description file. */
async function readAvoided(
  portfolio: Portfolio,
  description: string,
  input: Pick<LineupInput, "slate">,
  catalog: Catalog,
): Promise<ReadonlyMap<string, readonly AvoidedLineup[]>> {
  const found = new Map<string, readonly AvoidedLineup[]>();
  const names = avoidedNames(portfolio);
  if (names.size === 0) return found;
  for (const name of names) {
    if (typeof name !== "string") continue;
    const file = description === "-" ? name : resolve(dirname(description), name);
    found.set(name, await readLineups(file, name, input, catalog));
  }
  return found;
}

async function readLineups(
  path: string,
  file: string,
  { slate }: Pick<LineupInput, "slate">,
  catalog: Catalog,
): Promise<readonly AvoidedLineup[]> {
  const { readLineupsFile } = await import("../../files/lineups-file.ts");
  return readLineupsFile(await readBytes(path), { file, slate, catalog });
}

/** The description is not validated yet, so the names may be values other than text. */
function avoidedNames(described: unknown): ReadonlySet<unknown> {
  const { avoid, contests } = (described ?? {}) as { readonly avoid?: unknown; readonly contests?: unknown };
  return new Set([
    ...(Array.isArray(avoid) ? avoid : []),
    ...(Array.isArray(contests) ? contests.flatMap((one) => [...avoidedNames(one)]) : []),
  ]);
}
