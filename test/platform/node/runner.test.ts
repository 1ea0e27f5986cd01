import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";

const ROOT = new URL("../../../", import.meta.url).href;

/** The path engine does not take such salaries; its thread says so by an error of a class that we know. */
const TOO_FINE = `
import { createOptimizer } from "${ROOT}modules/platform/node/optimizer.js";
import { smallInputs } from "${ROOT}test/support/inputs.ts";
import table from "${ROOT}rules/basketball/draftkings.classic.json" with { type: "json" };

const dear = { ...table, contest: "dear", salaryCap: { ...table.salaryCap, default: 8e7 + 60 } };
const optimizer = await createOptimizer({ threads: 1, rules: [dear] });
const { body, ...request } = smallInputs("basketball.draftkings.classic");
const players = body.players.map((player, at) => ({ ...player, salary: 1e7 + at }));
const { data, meta } = await optimizer.optimize({ ...request, body: { ...body, contest: "dear", players }, count: 1 });
console.log(JSON.stringify({ solver: meta.solver, threads: optimizer.threads, lineups: data.length }));
await optimizer.close();
`;

it("threads of a process that tsx started hand a request on to HiGHS", {
  timeout: PROCESS_TIMEOUT,
}, async () => {
  using scratch = new Scratch();
  const script = scratch.write("dear.mjs", TOO_FINE);
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script]);
  expect(JSON.parse(stdout)).toEqual({ solver: "highs", threads: 1, lineups: 1 });
});
