import type { Model } from "../../../model/model.ts";

type LazyParts = typeof import("./lazy-parts.ts");

let loaded: LazyParts | undefined;

/** Loads what searches for lineups: pages that only show something go without. */
export async function loadOrdered(): Promise<void> {
  loaded ??= await import("./lazy-parts.ts");
  await loaded.loadStackBounds();
}

/** Loads what searches for the lineups of a model, which is less if it has no tests. */
export async function loadOrderedFor({ rules }: Model): Promise<void> {
  if (rules.some(({ kind }) => kind === "disjunction")) await loadOrdered();
  else loaded ??= await import("./lazy-parts.ts");
}

/** Returns the modules that search for lineups. Load them with `loadOrdered` first. */
export function ordered(): LazyParts {
  if (loaded === undefined) throw new Error("loadOrdered comes first");
  return loaded;
}
