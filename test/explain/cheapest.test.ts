import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createPricer, type Offer } from "../../src/explain/cheapest.ts";
import type { Model } from "../../src/model/model.ts";
import { satisfies } from "../../src/model/satisfies.ts";
import { createInlineRunner } from "../../src/search/inline-runner.ts";
import { createSearch } from "../../src/search/search.ts";
import { smallModel } from "../support/arbitraries.ts";
import { allSolutions } from "../support/exhaustive.ts";
import { runs, share, Tally } from "../support/runs.ts";

const RUNS = 200;
