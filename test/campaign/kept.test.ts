import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { readCases } from "./case.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const KEPT = fileURLToPath(new URL("./kept.json", import.meta.url));

function campaign(...options: string[]): { readonly status: number | null; readonly stdout: string } {
  const arguments_ = ["--import", "tsx", "test/campaign/main.ts", ...options];
  return spawnSync(process.execPath, arguments_, { cwd: ROOT, encoding: "utf8" });
}

test("a campaign finds the case that breaks a property, keeps it, and meets it again", () => {
  const folder = mkdtempSync(join(tmpdir(), "dfs-lineups-campaign-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kept = join(folder, "kept.json");
  const found = campaign(
    "--minutes",
    "0",
    "--seed",
    "7",
    "--only",
    "test/campaign/planted.ts",
    "--kept",
    kept,
  );
  expect(found.stdout).toContain("FAILED 1 times: test/campaign/planted.ts, no sum is more than 50");
  expect(found.status).toBe(1);
  expect(readCases(kept)).toMatchObject([{ test: "no sum is more than 50", nth: 0, seed: 7 }]);
  const again = campaign("--replay", "--kept", kept);
  expect(again.stdout).toContain("1 kept cases tried");
  expect(again.status).toBe(1);
});

test("every case that a campaign found holds by now", () => {
  const { status, stdout } = campaign("--replay");
  expect({ status, stdout }).toMatchObject({ status: 0 });
  expect(stdout).toContain(`${readCases(KEPT).length} kept cases tried`);
});
