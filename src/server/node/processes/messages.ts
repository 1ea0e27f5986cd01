/** What a serving process tells the one that started it. */
export type FromServing =
  | { readonly kind: "dfs-lineups:listening"; readonly address: string }
  /** It is asked for the metrics of all processes. */
  | { readonly kind: "dfs-lineups:scrape"; readonly id: number };

/** What it is told. */
export type ToServing =
  /** Finish what runs and end. */
  | { readonly kind: "dfs-lineups:stop" }
  | { readonly kind: "dfs-lineups:metrics"; readonly id: number; readonly text: string | null };
