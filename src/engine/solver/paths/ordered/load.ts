type LazyParts = typeof import("./lazy-parts.ts");

let loaded: LazyParts | undefined;

/** Loads what searches for lineups: pages that only show something go without. */
export async function loadOrdered(): Promise<void> {
  loaded ??= await import("./lazy-parts.ts");
}

/** What searches for lineups, once loaded. */
export function ordered(): LazyParts {
  if (loaded === undefined) throw new Error("loadOrdered comes first");
  return loaded;
}
