type Later = typeof import("../later.ts");

let loaded: Later | undefined;

/**
 * Loads what goes down lineups in order, for models whose lineups are tested as wholes, and what makes little of large
 * rosters; others do without.
 */
export async function loadOrdered(): Promise<void> {
  loaded ??= await import("../later.ts");
}

/** What goes down lineups in order, once loaded. */
export function ordered(): Pick<Later, "LineupsInOrder" | "RecentInstances" | "bestInOrder"> {
  if (loaded === undefined) throw new Error("loadOrdered comes first");
  return loaded;
}

/** What spares work, on large rosters, on numbers that leave no table exact and on contradicting tests, if it is loaded. */
export function ifLoaded():
  | Pick<Later, "sieve" | "undominated" | "bestNarrowed" | "pairAlone" | "dropContradicted">
  | undefined {
  return loaded;
}
