import { afterAll, describe, test } from "vitest";
import { createSearch } from "../../src/engine/search/search.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { createRunner } from "../../src/platform/node/runner.ts";
import { contestProperties } from "../../src/testing/contests/check-contest.ts";
import { publishedProperty } from "../../src/testing/contests/published.ts";
import { PUBLISHED } from "../testing/published.ts";

/** Cases per property; slow properties get a fifth of them. */
const RUNS = 20;

/** Runs all of `checkContest`'s properties for every built-in contest. For campaigns: it takes minutes. */
const search = createSearch(createRunner(0));
afterAll(() => search.close());
const { contests } = await loadCatalog();

describe.each(contests.map((contest) => [contest]))("a built-in contest", (contest) => {
  const name = `${contest.sport} ${contest.book} ${contest.contest}`;
  const all = [
    publishedProperty(contest, PUBLISHED[name]?.rules ?? {}, RUNS),
    ...contestProperties(contest, search, RUNS),
  ];
  for (const property of all)
    test(`${name}: ${property.name}`, async () => {
      await property.run();
    });
});
