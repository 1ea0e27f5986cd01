/** Bundles the declarations of the package's entry points. */
import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { DIST, MODULES } from "./bundle.ts";
import { entries } from "./package.ts";

export async function bundleDeclarations(): Promise<void> {
  const names = entries().filter((entry) => entry !== "cli/main");
  const input = Object.fromEntries(names.map((name) => [name, join(MODULES, `${name}.d.ts`)]));
  const own = new Set(Object.values(input));
  const made = await rollup({
    input,
    plugins: [dts()],
    external: (path) => !/^[./]/.test(path),
    // It names types that no entry point exports, and unused imports.
    onwarn: () => {},
  });
  await made.write({
    dir: DIST,
    // The declarations of services and tests name packages that others may lack.
    manualChunks: (module) => (own.has(module) || /\/(?:service|testing)\//.test(module) ? null : "types"),
    chunkFileNames: ({ name }) => `${name.replace(/\.d$/, "")}.d.ts`,
  });
}
