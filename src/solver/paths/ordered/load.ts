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

/** What makes little of large rosters and of numbers that leave no table exact, if it is loaded. */
export function forLarge(): Pick<Later, "sieve" | "undominated" | "bestNarrowed" | "pairAlone"> | undefined {
  return loaded;
}
