/** Options of earlier versions: what to use instead. */
export const REMOVED: Readonly<Record<string, string>> = {
  "--processes":
    "Start several servers behind a proxy; with the same --cache redis://... they count an API key's requests together.",
  "--second-opinion": "Solve the request again with --solver highs, and compare the totals.",
  "--differences": "Solve a request again with optimize --solver highs, and compare the totals.",
  "--certificate":
    "verify --lineups checks that lineups are legal; optimize --solver highs finds the best again.",
  "--reproduce": "Solve the request again with --solver highs, and compare the totals.",
};
