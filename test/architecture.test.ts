import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../src/", import.meta.url));

/**
 * The layers, lowest first. A folder of src/, or a file next to them, imports only from rows above its own
 * here and from entries to its left in its own row. `index.ts` exports public names of all of them.
 */
const LAYERS: readonly (readonly string[])[] = [
  ["shared/books.ts"],
  ["shared/errors"],
  ["shared/errors.ts"],
  ["shared"],
  ["shared/schema"],
  ["shared/roster.ts"],
  ["engine/model"],
  ["contests/problem"],
  ["contests/constraints"],
  ["contests/catalog"],
  ["engine/lowering"],
  ["engine/solver"],
  ["engine/search"],
  ["contests/scoring"],
  ["lineup/document", "lineup/verify", "lineup/explain"],
  ["portfolio", "simulation"],
  ["optimizer"],
  ["files"],
  ["documents.ts"],
  ["service/client"],
  ["service/server"],
  ["platform"],
  ["report"],
  ["testing"],
  ["batch"],
  ["cli"],
  ["index.ts"],
  ["studio"],
  ["build"],
];
const ORDER = LAYERS.flat();

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The layer entry that a file belongs to: the longest matching path. */
const topOf = (file: string) =>
  ORDER.filter((part) => file === part || file.startsWith(part + sep)).sort(
    (a, b) => b.length - a.length,
  )[0] ?? "";
const roomOf = (file: string) => file.split(sep)[0]!;

/** Every import between source files, with paths relative to src/. */
const imports = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((from): Import[] =>
    [...readFileSync(join(SOURCES, from), "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(
      ([, path]) => ({ from, to: normalize(join(dirname(from), path!)) }),
    ),
  );
const across = imports.filter(({ from, to }) => topOf(from) !== topOf(to) && !to.startsWith(".."));
const shown = ({ from, to }: Import) => `${from} -> ${to}`;

describe("the folders of src/", () => {
  test("are all assigned to a layer", () => {
    expect(imports.length).toBeGreaterThan(500);
    const rooms = readdirSync(SOURCES).filter((name) => name !== "tsconfig.json");
    expect([...new Set(ORDER.map(roomOf))].sort()).toEqual(rooms.sort());
    expect(imports.filter(({ from }) => topOf(from) === "").map(shown)).toEqual([]);
    expect(rooms.filter((name) => !name.endsWith(".ts")).length).toBeLessThanOrEqual(16);
  });

  test("import only from lower layers", () => {
    const upwards = across.filter(({ from, to }) => ORDER.indexOf(topOf(to)) >= ORDER.indexOf(topOf(from)));
    expect(upwards.map(shown)).toEqual([]);
  });

  test("have no import cycles", () => {
    const below = new Map<string, Set<string>>();
    for (const { from, to } of across)
      if (roomOf(from) !== roomOf(to))
        below.set(roomOf(from), (below.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
    const reached = (from: string) => {
      const seen = new Set<string>();
      const left = [from];
      for (let at = left.pop(); at !== undefined; at = left.pop()) {
        for (const to of below.get(at) ?? []) if (!seen.has(to)) left.push(to);
        for (const to of below.get(at) ?? []) seen.add(to);
      }
      return seen;
    };
    expect([...below.keys()].filter((folder) => reached(folder).has(folder))).toEqual([]);
  });
});

/** The files that each file of src/ imports directly, with or without type-only imports. */
function loadedFiles({ withTypes = false } = {}): ReadonlyMap<string, readonly string[]> {
  const statement = withTypes
    ? /^(?:import|export) [^;"]*from "(\.[^"]+)"/gm
    : /^(?:import|export) (?!type )[^;"]*from "(\.[^"]+)"/gm;
  const loads = new Map<string, string[]>();
  for (const from of new Set(imports.map((one) => one.from))) {
    const text = readFileSync(join(SOURCES, from), "utf8");
    const paths = [...text.matchAll(statement)];
    loads.set(
      from,
      paths.map(([, path]) => normalize(join(dirname(from), path!))),
    );
  }
  return loads;
}

test("checks of lineups load no solver code", () => {
  const loads = loadedFiles();
  for (const judge of ["lineup/verify/verify-document.ts", "lineup/document/seat-solutions.ts"]) {
    const reached = new Set([judge]);
    for (const file of reached) for (const other of loads.get(file) ?? []) reached.add(other);
    expect(reached.size).toBeGreaterThan(judge.endsWith("seat-solutions.ts") ? 20 : 40);
    const foreign = ["engine/solver", "engine/search", "engine/lowering", "lineup/explain", "portfolio"];
    expect([...reached].filter((file) => foreign.includes(topOf(file)))).toEqual([]);
  }
});

test("no file of src/ imports itself indirectly, type imports included", () => {
  const loads = loadedFiles({ withTypes: true });
  expect([...loads.values()].flat().length).toBeGreaterThan(2_500);
  // A file is settled once all its imports are; files that never settle are part of a cycle.
  const left = new Set(loads.keys());
  let settled = [...left];
  while (settled.length > 0) {
    settled = [...left].filter((file) => !loads.get(file)!.some((one) => left.has(one)));
    for (const file of settled) left.delete(file);
  }
  expect([...left]).toEqual([]);
});

test("docs/architecture.md lists the folders lowest first", () => {
  const text = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");
  const listed = [...text.matchAll(/^\| `([\w.]+)\/?` +\|/gm)].map(([, name]) => name!);
  expect(listed).toEqual([...new Set(ORDER.map(roomOf))].filter((room) => listed.includes(room)));
  expect(listed.length).toBe(16);
});

test("the diagram in docs/architecture.md shows every import, as an arrow or implied by arrows", () => {
  const text = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");
  const picture = /```mermaid\n([^`]*)```/.exec(text)![1]!;
  const above = new Map<string, string[]>();
  for (const line of picture.split("\n").slice(1)) {
    const rooms = line.trim().split(" --> ");
    for (const [at, room] of rooms.slice(0, -1).entries())
      above.set(room, [...(above.get(room) ?? []), rooms[at + 1]!]);
  }
  const isAbove = (room: string, other: string): boolean =>
    (above.get(room) ?? []).some((next) => next === other || isAbove(next, other));
  const between = imports.filter(({ from, to }) => from.includes(sep) && roomOf(from) !== roomOf(to));
  expect(between.length).toBeGreaterThan(500);
  expect(between.filter(({ from, to }) => !isAbove(roomOf(to), roomOf(from))).map(shown)).toEqual([]);
});

describe("the platform", () => {
  test("is imported by entry points only", () => {
    const users = new Set(
      across.filter(({ to }) => roomOf(to) === "platform").map(({ from }) => roomOf(from)),
    );
    expect(
      [...users].filter((top) => !["index.ts", "batch", "build", "cli", "service", "testing"].includes(top)),
    ).toEqual([]);
  });
});
