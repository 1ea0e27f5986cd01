import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PROCESS_TIMEOUT } from "./support/command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Link {
  readonly from: string;
  /** The linked file or folder, relative to the package. */
  readonly to: string;
  /** The heading after `#`. */
  readonly anchor: string | undefined;
}

const MOST = { files: 610, bytes: 8_000_000 };

/** The paths in the tarball that `npm pack` would make, and their bytes unpacked. */
function packed(): { readonly files: string[]; readonly bytes: number } {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const output = execFileSync("npm", args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files, unpackedSize }] = JSON.parse(output) as [
    { readonly files: readonly { readonly path: string }[]; readonly unpackedSize: number },
  ];
  return { files: files.map(({ path }) => path), bytes: unpackedSize };
}

const read = (file: string) => readFileSync(join(ROOT, file), "utf8").replaceAll(/^```.*?^```$/gms, "");

/** A document's relative links and pictures. */
function linksOf(from: string): Link[] {
  return [...read(from).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path, anchor] = target.split("#");
      return { from, to: path === "" ? from : normalize(join(dirname(from), path!)), anchor };
    });
}

/** The anchors of a document's headings, as GitHub and npm generate them. */
function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("the package is small, and its documents link only to files and headings in it", {
  timeout: PROCESS_TIMEOUT,
}, () => {
  const { files, bytes } = packed();
  expect(files.length).toBeLessThanOrEqual(MOST.files);
  expect(bytes).toBeLessThanOrEqual(MOST.bytes);
  const isPacked = (path: string) =>
    files.some((file) => file === path || file.startsWith(path.endsWith("/") ? path : `${path}/`));
  const documents = files.filter((file) => file.endsWith(".md"));
  expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/cli.md", "docs/guides/players.md"]));

  const links = documents.flatMap(linksOf);
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter(({ to }) => !isPacked(to))).toEqual([]);
  const anchored = links.filter(({ anchor }) => anchor !== undefined);
  expect(anchored.length).toBeGreaterThan(3);
  expect(anchored.filter(({ to, anchor }) => !anchorsOf(to).includes(anchor!))).toEqual([]);
});
