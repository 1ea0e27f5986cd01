import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installedIn } from "../../src/build/on-demand.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "on-demand-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A local package, which npm installs without a registry. */
function localPackage(): string {
  const place = join(folder, "small");
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), JSON.stringify({ name: "small", version: "1.0.0" }));
  return `small@file:${place}`;
}

describe("a package on demand", () => {
  it("is installed once, even if two tests request it at the same time", async () => {
    const spec = localPackage();
    const kept = join(folder, "kept");
    const [one, other] = await Promise.all([installedIn(kept, spec), installedIn(kept, spec)]);
    expect(readdirSync(one)).toContain("small");
    expect(other).toBe(one);
    expect(await installedIn(kept, spec)).toBe(one);
    expect(readdirSync(kept)).toHaveLength(1);
  });

  it("names the remedy if it cannot be installed, and leaves no files behind", async () => {
    const kept = join(folder, "kept");
    const missing = `small@file:${join(folder, "missing.tgz")}`;
    await expect(installedIn(kept, missing)).rejects.toThrow(/small@file:.* is needed .* run "npm install/s);
    expect(readdirSync(kept)).toEqual([]);
  });
});
