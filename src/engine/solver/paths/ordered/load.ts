type Later = typeof import("./later.ts");

let loaded: Later | undefined;

/** Loads what searches for lineups: pages that only show something go without. */
export async function loadOrdered(): Promise<void> {
  loaded ??= await import("./later.ts");
}

/** What searches for lineups, once loaded. */
export function ordered(): Later {
  if (loaded === undefined) throw new Error("loadOrdered comes first");
  return loaded;
}
