import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { PROCESS_TIMEOUT } from "../../support/command.ts";

/** Solves with the sources themselves, and prints what the test expects of them. */
const SCRIPT = `
import { createExplainer } from "./src/platform/node/own-workers.ts";
import { createOptimizer } from "./src/platform/node/optimizer.ts";
import { smallInputs } from "./test/support/inputs.ts";

const optimizer = await createOptimizer({ threads: 2, solver: "highs" });
const request = smallInputs("basketball.draftkings.classic");
const { data } = await optimizer.optimize({ ...request, count: 1 });
const late = await optimizer.optimize({ ...request, count: 1 }, { timeLimit: 1 }).catch(({ code }) => code);
const found = { threads: optimizer.threads, lineups: data.length, late, explainer: typeof createExplainer(1000) };
console.log(JSON.stringify(found));
await optimizer.close();
`;

it("uncompiled sources solve in the calling thread, because threads cannot load them", {
  timeout: PROCESS_TIMEOUT,
}, async () => {
  const tsx = ["--import", "tsx", "--input-type=module"];
  const { stdout } = await promisify(execFile)(process.execPath, [...tsx, "-e", SCRIPT]);
  // Neither a time limit nor an explanation kills a worker.
  expect(JSON.parse(stdout)).toEqual({ threads: 0, lineups: 1, late: "time-limit", explainer: "undefined" });
});
