/**
 * Installs packages that a single test, benchmark or build step needs when it first runs, so that `npm ci`
 * stays small.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

const FOLDER = fileURLToPath(new URL("../../node_modules/.cache/on-demand/", import.meta.url));

const VERSIONS = { assemblyscript: "0.28.20", autocannon: "9.0.0", bun: "1.4.5", deno: "2.9.6" } as const;

export type OnDemand = keyof typeof VERSIONS;

export const versionOf = (name: OnDemand): string => VERSIONS[name];

/** Installs the package if necessary, and returns the `node_modules` folder that contains it. */
export function installed(name: OnDemand): Promise<string> {
  return installedIn(FOLDER, `${name}@${VERSIONS[name]}`);
}

const running = new Map<string, Promise<string>>();

/**
 * Installs any `package@version` below `folder` if necessary, and returns the `node_modules` folder that
 * contains it. Processes that install it at the same time use separate temporary folders; the folder of the
 * first to finish is kept.
 */
export function installedIn(folder: string, spec: string): Promise<string> {
  const kept = join(folder, spec.replaceAll("/", "+"));
  let installing = running.get(kept);
  if (installing === undefined) {
    installing = install(kept, spec).finally(() => running.delete(kept));
    running.set(kept, installing);
  }
  return installing;
}

async function install(kept: string, spec: string): Promise<string> {
  const modules = join(kept, "node_modules");
  const [name] = /^@?[^@]+/.exec(spec)!;
  const complete = (place: string) => existsSync(join(place, "node_modules", name));
  if (complete(kept)) return modules;
  const own = `${kept}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  try {
    await run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", own, spec], {
      cwd: own,
    });
    renameSync(own, kept);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (complete(kept)) return modules;
    const { stderr, message } = error as Error & { readonly stderr?: string };
    throw new Error(
      `${spec} is needed and could not be installed. Connect to the package registry, or run ` +
        `"npm install --no-save --prefix ${kept} ${spec}" by hand. Reason: ${(stderr || message).trim()}`,
      { cause: error },
    );
  }
  return modules;
}
