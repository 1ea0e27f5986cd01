import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const LOCK = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const { packages } = JSON.parse(readFileSync(LOCK, "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

test("the lock file has the packages of every platform, which npm ci requires", () => {
  const wanted = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ name, folder })),
  );
  expect(wanted.length).toBeGreaterThan(50);
  const missing = wanted.filter(
    ({ name, folder }) =>
      !(`node_modules/${name}` in packages) && !(`${folder}/node_modules/${name}` in packages),
  );
  expect(missing).toEqual([]);
});
