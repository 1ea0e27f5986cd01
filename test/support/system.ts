import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const INSTALLER = fileURLToPath(new URL("../../.ci/system", import.meta.url));

/** Milliseconds an installation may take; a `beforeAll` that asks for a program needs as many. */
export const INSTALLATION = 300_000;

/**
 * The path of a program of this machine, installed if need be and if this user may.
 * @throws Error that names the command to run where it may not.
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
