import { afterAll, expect, it, vi } from "vitest";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { smallInputs } from "../support/inputs.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const { sport, body, projections } = smallInputs("basketball.draftkings.classic");
await using optimizer = await createOptimizer({ threads: 0 });
const [best] = (await optimizer.optimize({ sport, body, projections, count: 1 })).data;
const out = Object.values(best!.attributes.byPositions)[0]![0]!.uuid;
const included = projections.included!.map((resource) =>
  resource.id.endsWith(out)
    ? { ...resource, attributes: { ...resource.attributes, isInjured: true } }
    : resource,
);
const files = [
  ...["--request", scratch.write("request.json", body)],
  ...["--projections", scratch.write("projections.json", { ...projections, included })],
  ...["--sport", sport],
];

it("excludes unavailable players of a request's pool, reports them, and verifies the same way", async () => {
  const usual = await dfsLineups(["optimize", ...files, "-n", "50", "--format", "json"]);
  expect(usual.stdout.includes(out)).toBe(true);
  const found = await dfsLineups(["optimize", ...files, "-n", "50", "--format", "json", "--only-available"]);
  const document = JSON.parse(found.stdout);
  expect(document.meta.unavailable).toEqual([out]);
  expect(JSON.stringify(document.data).includes(out)).toBe(false);
  expect(found.stderr.replaceAll(/\s+/g, " ")).toContain("because they are injured, suspended or not active");

  const verify = async (text: string) => {
    const lineups = scratch.write("lineups.json", text);
    return dfsLineups(["verify", ...files, "--only-available", "--lineups", lineups]);
  };
  expect((await verify(found.stdout)).exitCode).toBe(0);
  const wrong = await verify(usual.stdout);
  expect(wrong.exitCode).toBe(1);
  expect(wrong.stdout).toContain("cannot play");
});

it("is refused with a salary file, which marks unavailable players itself", async () => {
  const { exitCode, stderr } = await dfsLineups(["optimize", "--salaries", "x.csv", "--only-available"]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--only-available")]);
});
