import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const INSTALLER = fileURLToPath(new URL("../../.ci/system", import.meta.url));

/** The milliseconds that an installation may take; a `beforeAll` that needs a program must allow as much. */
export const INSTALLATION = 300_000;

/**
 * The path of a system program, installed if necessary and permitted.
 * @throws Error that names the installation command if not permitted.
 */
export function systemProgram(path: string, debianPackage: string): string {
  if (existsSync(path)) return path;
  const { status, stderr } = spawnSync(INSTALLER, [debianPackage], {
    encoding: "utf8",
    timeout: INSTALLATION,
  });
  if (status === 0 && existsSync(path)) return path;
  throw new Error(`${path} is missing and could not be installed. ${stderr.trim()}`);
}
