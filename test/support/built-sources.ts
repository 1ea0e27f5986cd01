import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = join(ROOT, "src/");
/** The command and the studio are bundled, and the build is not part of the package. */
const WITHOUT_FILES = ["build/", "cli/", "studio/"].map((folder) => join(SOURCES, folder));

/** Matches the files that Node imports itself; Vitest transforms all others. */
export const BUILT_FILES: RegExp = /\/modules\/.*\.js$/;

/**
 * Resolves the sources of the library to their files in `modules/`, which `build.ts` has built. Vitest turns each
 * use of an import into a property access, which slows properties down by 13% of their processor time. While
 * it watches files, it loads the sources themselves.
 */
export function builtSources(): Plugin {
  let isWatching = false;
  return {
    name: "built-sources",
    enforce: "pre",
    configureVitest({ vitest }) {
      isWatching = vitest.config.watch;
    },
    resolveId(source, importer) {
      if (isWatching || importer === undefined || !source.startsWith(".")) return null;
      const file = resolve(dirname(importer), source);
      return isBuilt(file) && existsSync(file) ? builtFileOf(file) : null;
    },
  };
}

/** Whether a source has a file of its own in `modules/`. */
export function isBuilt(source: string): boolean {
  return source.startsWith(SOURCES) && !WITHOUT_FILES.some((folder) => source.startsWith(folder));
}

/** The file in `modules/` of a source. */
export function builtFileOf(source: string): string {
  return join(ROOT, "modules", source.slice(SOURCES.length).replace(/\.ts$/, ".js"));
}
