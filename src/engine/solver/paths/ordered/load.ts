import type { Model } from "../../../model/model.ts";

type LazyParts = typeof import("./lazy-parts.ts");

let loaded: LazyParts | undefined;

/** Loads the search for lineups, which pages that only display lineups do not need. */
export async function loadOrdered(): Promise<void> {
  loaded ??= await import("./lazy-parts.ts");
  await loaded.loadStackBounds();
}

/** Loads the search for a model's lineups; less code is needed if it has no tests. */
export async function loadOrderedFor({ rules }: Model): Promise<void> {
  if (rules.some(({ kind }) => kind === "disjunction")) await loadOrdered();
  else loaded ??= await import("./lazy-parts.ts");
}

/** Returns the modules that search for lineups. Load them with `loadOrdered` first. */
export function ordered(): LazyParts {
  if (loaded === undefined) throw new Error("loadOrdered comes first");
  return loaded;
}
