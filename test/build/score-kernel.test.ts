import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compiledKernel, currentKernel, KEPT_KERNEL, kernelSource } from "../../src/build/score-kernel.ts";

const kept = JSON.parse(readFileSync(KEPT_KERNEL, "utf8"));

it("matches the compiler's output byte for byte", async () => {
  expect(await compiledKernel(kernelSource())).toEqual(kept);
});

it("refuses to build with a kernel compiled from another source, and names the remedy", () => {
  expect(currentKernel(kept, kernelSource())).toBe(kept);
  expect(() => currentKernel(kept, `${kernelSource()}\n// changed`)).toThrow(/npm run build:kernel/);
});
