import { expect, it } from "vitest";
import { loadedBy } from "./support/import-graph.ts";

const packagesOf = (names: readonly string[]) => names.filter((name) => !name.startsWith("node:"));

it.each([
  ["index", ["uuid"], ["highs", "javascript-lp-solver", "piscina", "read-excel-file", "yaml"]],
  ["platform/node/files", ["uuid"], ["read-excel-file", "yaml"]],
])(
  "the entry point %s loads only what it needs, and solvers and workers later",
  async (entry, atOnce, later) => {
    const loaded = await loadedBy(`dist/${entry}.js`);
    expect(packagesOf(loaded.atOnce)).toEqual(atOnce);
    expect(packagesOf(loaded.later)).toEqual(later);
  },
);

it("only the entry point testing loads fast-check, which may be missing", async () => {
  expect((await loadedBy("dist/testing/index.js")).later).toContain("fast-check");
});

it("the client and the server load only what they need, and not the command line", async () => {
  for (const entry of ["service/client", "service/server"]) {
    const { atOnce } = await loadedBy(`dist/${entry}/index.js`);
    for (const name of ["commander", "table", "fastify", "highs", "piscina", "pino"])
      expect({ entry, atOnce }).not.toMatchObject({ atOnce: expect.arrayContaining([name]) });
  }
});
