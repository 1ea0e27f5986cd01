import { existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";

const at = (path: string) => new URL(`../${path}`, import.meta.url);
const namesIn = (path: string) => readdirSync(at(path), { recursive: true, encoding: "utf8" });

/** Folders of tests that cover several source files. */
const TOGETHER = ["engine/conformance", "service/server/hostile"];

it("each test is in the folder of the source it tests, as in src/", () => {
  const rooms = readdirSync(at("src/"), { withFileTypes: true }).filter((one) => one.isDirectory());
  const folders = rooms.flatMap(({ name }) =>
    namesIn(`test/${name}`)
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => dirname(`${name}/${file}`)),
  );
  expect(folders.length).toBeGreaterThan(200);
  expect([...new Set(folders)].sort().filter((folder) => !existsSync(at(`src/${folder}`)))).toEqual(TOGETHER);
});
