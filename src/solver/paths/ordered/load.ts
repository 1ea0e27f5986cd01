type Ordered = typeof import("./lineups-in-order.ts");

let loaded: Ordered | undefined;

/** Loads what goes down lineups in order, for models whose lineups are tested as wholes; the others do without it. */
export async function loadOrdered(): Promise<void> {
  loaded ??= await import("./lineups-in-order.ts");
}

/** What `loadOrdered` has loaded. */
export function ordered(): Ordered {
  if (loaded === undefined) throw new Error("loadOrdered comes first");
  return loaded;
}
