import type { BenchCase } from "./case.ts";
import { contestCases } from "./contests.ts";

/** Everything that is timed against the linear relaxation. */
export const benchCases: readonly BenchCase[] = [...contestCases];
