import type { Catalog } from "../catalog/catalog.ts";
import { type DrawSourceOf, planRequest } from "../portfolio/index.ts";

export { solvePortfolio } from "../portfolio/index.ts";

/** What is read of a description before it is checked. */
interface DrawnDescription {
  readonly points?: { readonly random?: { readonly spread?: unknown } | null } | null;
}

type Asked = Parameters<typeof planRequest>;

/** As `planRequest`; points that are drawn without a spread are drawn as simulations do. */
export async function planDrawable(
  request: Asked[0] & { readonly sport: string },
  slate: Asked[1],
  countOf: Asked[2],
  catalog: Catalog,
): Promise<ReturnType<typeof planRequest>> {
  const drawSourceOf = await drawSourceFor(request, catalog);
  return planRequest(request, { ...slate, drawSourceOf }, countOf);
}

async function drawSourceFor(
  { sport, portfolio }: { readonly sport: string; readonly portfolio?: unknown },
  catalog: Catalog,
): Promise<DrawSourceOf | undefined> {
  const random = (portfolio as DrawnDescription | null | undefined)?.points?.random;
  if (random === undefined || random === null || random.spread !== undefined) return undefined;
  const { drawSourceOf } = await import("./draw-source.ts");
  const table = await catalog.outcomesTable(sport);
  return (problem, model, seed) => drawSourceOf(problem, model, { table, seed, known: [] });
}
