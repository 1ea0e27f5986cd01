import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { outside } from "../mutation/engine/outside.ts";
import { readCases } from "./case.ts";
import { withNpmOptions } from "./npm-options.ts";
import { runOptions } from "./run-options.ts";
import { Watched } from "./watched.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const KEPT = fileURLToPath(new URL("./kept.json", import.meta.url));

function campaign(
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): { readonly status: number | null; readonly stdout: string } {
  const arguments_ = ["--import", "tsx", "test/campaign/main.ts", ...options];
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, arguments_, { cwd: ROOT, encoding: "utf8", env });
}

test("a campaign finds a failing case, saves it and runs it again", () => {
  const folder = mkdtempSync(join(tmpdir(), "dfs-lineups-campaign-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kept = join(folder, "kept.json");
  // The environment that npm 11 sets for `npm run test:campaign --minutes 0 --seed 7`.
  const found = campaign(["0", "7", "--only", "test/campaign/planted.ts", "--kept", kept], {
    npm_config_minutes: "true",
    npm_config_seed: "true",
  });
  expect(found.stdout).toContain("0 minutes, seed 7");
  expect(found.stdout).toContain("FAILED 1 times: test/campaign/planted.ts, no sum is more than 50");
  expect(found.status).toBe(1);
  expect(readCases(kept)).toMatchObject([
    { test: "no sum is more than 50", nth: 0, seed: 7 },
    { test: "no number of the test kit is more than 50", nth: 0, seed: 7 },
  ]);
  const again = campaign(["--replay", "--kept", kept]);
  expect(again.stdout).toMatch(/no sum is more.*\n.*no number of.*\n2 kept cases tried/);
  expect(again.status).toBe(1);
});

test("every saved case of past campaigns passes now", () => {
  const { status, stdout } = campaign(["--replay"]);
  expect({ status, stdout }).toMatchObject({ status: 0 });
  expect(stdout).toContain(`${readCases(KEPT).length} kept cases tried`);
});

test("a property that runs out of time is skipped and does not fail", async () => {
  const watched = new Watched(() => {});
  const { asyncProperty, assert, check, property } = outside.get("fast-check") as unknown as typeof fc;
  const begin = (until: number) => watched.begin({ kind: "campaign", seed: 1, until });
  const tried = () => watched.end().map(({ cases, isWhole, failed }) => [cases, isWhole, failed?.error]);
  const wrong = property(fc.nat(), () => false);
  begin(Number.POSITIVE_INFINITY);
  assert(property(fc.nat(), () => true));
  await assert(asyncProperty(fc.nat(), async () => void (await check(wrong))));
  expect(tried()).toEqual([
    [100, true, undefined],
    [100, true, undefined],
  ]);
  begin(0);
  assert(property(fc.nat(), () => false));
  await assert(asyncProperty(fc.nat(), async () => false));
  expect(tried()).toEqual([
    [0, false, undefined],
    [0, false, undefined],
  ]);
});

test("collecting a campaign's tests does not affect Vitest's snapshots", async () => {
  await expect(readFileSync(KEPT, "utf8")).toMatchFileSnapshot("kept.json");
});

test("scripts receive options with and without npm's `--` separator", () => {
  const names = ["minutes", "seed"];
  const wanted = ["--minutes", "60", "--seed", "5"];
  expect(withNpmOptions(wanted, names, {})).toEqual(wanted);
  expect(withNpmOptions([], names, { npm_config_minutes: "60", npm_config_seed: "5" })).toEqual(wanted);
  const bare = { npm_config_minutes: "true", npm_config_seed: "true" };
  expect(withNpmOptions(["60", "5"], names, bare)).toEqual(wanted);
  expect(withNpmOptions(["60", "--seed", "5"], names, { npm_config_minutes: "true" })).toEqual(wanted);
  expect(withNpmOptions(["60"], names, bare)).toEqual(["--minutes", "60", "--seed"]);
});

test("a script names an option that is not a number", () => {
  const asked = (...args: string[]) => runOptions({ replay: { type: "boolean" } }, args, {});
  expect(asked("--minutes", "0.5", "--seed=-3", "--only", "a", "--only", "b", "--replay")).toEqual({
    minutes: 0.5,
    seed: -3,
    only: ["a", "b"],
    replay: true,
  });
  expect(asked()).toMatchObject({ minutes: 10, only: undefined });
  for (const [option, value] of [
    ["--minutes", "ten"],
    ["--minutes", ""],
    ["--minutes=-1", ""],
    ["--minutes", "Infinity"],
    ["--seed", "1.5"],
    ["--seed", " "],
  ] as const)
    expect(() => asked(...(option.includes("=") ? [option] : [option, value]))).toThrow(option.split("=")[0]);
  expect(() => asked("--hours", "1")).toThrow("--hours");
});
