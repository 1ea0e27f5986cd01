/** Options of earlier versions: what to use instead. */
export const REMOVED: Readonly<Record<string, string>> = {
  "--processes":
    "Start several servers behind a proxy; with the same --cache redis://... they count an API key's requests together.",
  "--second-opinion": "Solve the request again with --solver highs, and compare the totals.",
  "--differences": "Solve a request again with optimize --solver highs, and compare the totals.",
  "--certificate":
    "verify --lineups checks that lineups are legal; optimize --solver highs finds the best again.",
  "--reproduce": "Solve the request again with --solver highs, and compare the totals.",
  "--shard":
    "Share a batch among machines by a queue: batch --queue redis://HOST, and worker --queue redis://HOST on each; a backtest runs on one.",
  "--segment": "All rows of a batch are in one file, results.ndjson.",
  collect:
    "All rows of a batch are in one file; machines share it by a queue (batch --queue, worker --queue).",
  "--snapshots": "A batch keeps the service's answers in its --out folder.",
  "--no-report": "A batch writes no report; its table and summary.json have the figures.",
  "--stamp": "Only a batch takes it; a backtest writes no documents.",
  "--work": "A backtest keeps no lineups: run it again to start anew.",
  "--log": "Standard error shows the progress of a batch, and summary.json has the outcome.",
  "--metrics": "Standard error shows the progress of a batch, and summary.json has the outcome.",
};
