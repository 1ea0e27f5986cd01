import { expect, test } from "vitest";
import { dealLineups } from "../../../src/files/entries/contest-sets.ts";
import { DEALS } from "../../../src/shared/schema/fields.ts";

const entries = ["a", "b", "a", "b", "a"].map((contestId) => ({ contestId, contestName: "The same name" }));
const given = (options: Parameters<typeof dealLineups>[1]) => {
  const { sizes, entries: dealt } = dealLineups(entries, options);
  return { sizes, dealt: dealt.map(({ portfolio, lineup }) => `${portfolio}.${lineup}`).join(" ") };
};

test.each([
  [{}, [5], "0.0 0.1 0.2 0.3 0.4"],
  [{ count: 2 }, [2], "0.0 0.1 0.0 0.1 0.0"],
  [{ deal: "contest" }, [3, 2], "0.0 1.0 0.1 1.1 0.2"],
  [{ deal: "contest", count: 2 }, [2, 2], "0.0 1.0 0.1 1.1 0.0"],
  [{ deal: "same" }, [3], "0.0 0.0 0.1 0.1 0.2"],
  [{ count: 20 }, [5], "0.0 0.1 0.2 0.3 0.4"],
  [{ deal: "contest", count: 20 }, [3, 2], "0.0 1.0 0.1 1.1 0.2"],
  [{ deal: "same", count: 20 }, [3], "0.0 0.0 0.1 0.1 0.2"],
] as const)("%j", (options, sizes, dealt) => {
  expect(given(options)).toEqual({ sizes, dealt });
});

test("has three modes", () => {
  expect([...DEALS].sort()).toEqual(["contest", "entries", "same"]);
});

test("no entries get nothing; a file without contests is one contest", () => {
  expect(dealLineups([])).toEqual({ sizes: [], entries: [] });
  expect(dealLineups([], { deal: "same" }).sizes).toEqual([0]);
  const named = ["x", "y", "x"].map((contestName) => ({ contestId: null, contestName }));
  expect(dealLineups(named, { deal: "contest" }).sizes).toEqual([2, 1]);
  const nameless = [0, 1].map(() => ({ contestId: null, contestName: null }));
  expect(dealLineups(nameless, { deal: "contest" }).sizes).toEqual([2]);
});
