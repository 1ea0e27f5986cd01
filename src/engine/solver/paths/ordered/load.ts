import type { Model } from "../../../model/model.ts";

type LazyParts = typeof import("./lazy-parts.ts");

let loaded: LazyParts | undefined;

/** Imports the code that searches for lineups; pages that only display lineups do without it. */
export async function loadOrdered(): Promise<void> {
  loaded ??= await import("./lazy-parts.ts");
  await loaded.loadStackBounds();
}

export async function loadOrderedFor({ rules }: Model): Promise<void> {
  if (rules.some(({ kind }) => kind === "disjunction")) await loadOrdered();
  else loaded ??= await import("./lazy-parts.ts");
}

/** Returns the modules that search for lineups. Load them with `loadOrdered` first. */
export function ordered(): LazyParts {
  if (loaded === undefined) throw new Error("loadOrdered comes first");
  return loaded;
}
