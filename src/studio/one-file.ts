/** The script of `dfs-lineups.html`: the page, its engine, or a solver, by the name of the worker that runs it. */
if (typeof document !== "undefined") void import("./main.tsx");
else
  self.onmessage = ({ data }) => {
    self.onmessage = null;
    self.FILES = data;
    void (self.name === "engine.js" ? import("./engine/worker.ts") : import("dfs-lineups/browser/worker"));
  };
