import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { publicNames } from "./support/public-names.ts";

const { exports } = JSON.parse(
  readFileSync(fileURLToPath(new URL("../package.json", import.meta.url)), "utf8"),
) as { readonly exports: Readonly<Record<string, { readonly types?: string }>> };

/** The sources of the package's entry points that have names to import. */
const ENTRIES = Object.values(exports)
  .flatMap(({ types }) => types ?? [])
  .map((types) => types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts"))
  .filter((file) => !file.endsWith("/worker.ts"));

describe("every public name", () => {
  it.each(ENTRIES)("of %s has a docstring", (file) => {
    const names = publicNames(file);
    expect(names.length).toBeGreaterThan(5);
    const bare = names.filter(({ documented }) => !documented).map((one) => `${one.name} (${one.file})`);
    expect(bare).toEqual([]);
  });

  it("is checked: the names found match the exports of the build", async () => {
    for (const file of ENTRIES.filter((entry) => !entry.includes("browser"))) {
      const built = await import(
        new URL(`../${file.replace("src/", "dist/").replace(".ts", ".js")}`, import.meta.url).href
      );
      const found = new Set(publicNames(file).map(({ name }) => name));
      expect(Object.keys(built).filter((name) => !found.has(name))).toEqual([]);
    }
  });

  it("is in the API pages: TypeDoc reads the same entry points", () => {
    const options = JSON.parse(
      readFileSync(fileURLToPath(new URL("../docs/api-pages/typedoc.json", import.meta.url)), "utf8"),
    ) as { readonly entryPoints: readonly string[] };
    expect(options.entryPoints.map((entry) => entry.replace("../../", "")).sort()).toEqual(
      [...ENTRIES].sort(),
    );
  });
});
