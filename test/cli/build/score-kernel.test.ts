import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  compiledKernel,
  currentKernel,
  KEPT_KERNEL,
  kernelSource,
} from "../../../src/cli/build/score-kernel.ts";

const kept = JSON.parse(readFileSync(KEPT_KERNEL, "utf8"));

it("keeps byte for byte what the compiler makes of the source", async () => {
  expect(await compiledKernel(kernelSource())).toEqual(kept);
});

it("refuses to build with a kernel that was compiled from another source, and names the remedy", () => {
  expect(currentKernel(kept, kernelSource())).toBe(kept);
  expect(() => currentKernel(kept, `${kernelSource()}\n// changed`)).toThrow(/npm run build:kernel/);
});
