import { afterAll, describe, expect, it } from "vitest";
import { readEntries } from "../../../src/files/entries/read-entries.ts";
import { swapEntries } from "../../../src/files/entries/swap-entries.ts";
import { slateInputs } from "../../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { builtEvening, file, pointsOf, slateOf } from "../../support/built-evening.ts";
import { sampleSlate } from "../../support/sample-slates.ts";

const BUILT = new URL("../../../dist/platform/browser/index.js", import.meta.url);
const browser: typeof import("../../../src/platform/browser/index.ts") = await import(BUILT.href);

/** The library as a page has it that gives no address of HiGHS. */
const without = await browser.createOptimizer();
const node = await createOptimizer({ threads: 0 });
afterAll(() => Promise.all([without.close(), node.close()]));

const text = sampleSlate("basketball.draftkings.showdown.csv");
const inputs = slateInputs(readSlateFile(text, { file: "slate.csv" }));
const portfolio = { lineups: 12, unique: 2, exposure: [{ each: "player" as const, most: "50%" }] };

describe("without HiGHS", () => {
  it("a joint portfolio is the sequential one, with its bound and the reason", async () => {
    const asked = { ...inputs, portfolio };
    const one = (await without.portfolio(asked)).meta!.portfolio!;
    const sequential = { ...portfolio, method: "sequential" as const };
    const [other, best] = [
      (await node.portfolio({ ...inputs, portfolio: sequential })).meta!.portfolio!,
      (await node.portfolio(asked)).meta!.portfolio!,
    ];
    expect(one).toMatchObject({
      method: "joint",
      foundBy: "sequential",
      endedBy: "no-solver",
      sum: other.sum,
    });
    expect(best.sum).toBeGreaterThan(one.sum);
    expect(one.bound!).toBeGreaterThanOrEqual(best.sum);
  });

  it("a portfolio that needs it is refused with what to do", async () => {
    const scarce = inputs.body.players!.at(-1)!.player;
    const asked = without.portfolio({
      ...inputs,
      portfolio: { lineups: 5, exposure: [{ of: scarce, least: 2 }] },
    });
    await expect(asked).rejects.toMatchObject({
      code: "unsupported-model",
      message: expect.stringMatching(/highs\/runtime.* Pass it to `createOptimizer` as `highs`\.$/),
    });
  });

  it("a swap improves entry by entry, keeps every rule, and says what stopped it", async () => {
    const built = await builtEvening(node);
    const request = {
      ...{ file, entries: readEntries(built, { file }), slate: slateOf(built) },
      ...{ now: "2025-01-15T19:20-05:00", points: pointsOf(built, "news.csv") },
    };
    const [here, there] = [await swapEntries(without, request), await swapEntries(node, request)];
    const sumOf = ({ entries }: typeof here) => entries.reduce((sum, { after }) => sum + (after ?? 0), 0);
    const before = here.entries.reduce((sum, entry) => sum + (entry.before ?? 0), 0);
    expect(sumOf(here)).toBeGreaterThan(before);
    expect(sumOf(here)).toBeLessThanOrEqual(sumOf(there) + 1e-6);
    expect(there.stoppedBy).toBeNull();
    expect([null, "no-solver"]).toContain(here.stoppedBy);
    if (here.stoppedBy === null) expect(sumOf(here)).toBeCloseTo(sumOf(there), 6);
    expect(here.bound!).toBeGreaterThanOrEqual(sumOf(there) - 1e-6);
  });
});

describe("an optimizer in a browser", () => {
  it("takes the settings of every optimizer", async () => {
    const solver = "javascript-lp-solver";
    await using checking = await browser.createOptimizer({ solver, onlyAvailable: true });
    const out = inputs.body.players![0]!.player;
    const included = inputs.projections.included!.map((one) =>
      one.id.endsWith(out) ? { ...one, attributes: { ...one.attributes, isInjured: true } } : one,
    );
    const request = { ...inputs, projections: { ...inputs.projections, included }, count: 1 };
    const { meta } = await checking.optimize(request as typeof inputs);
    expect(meta).toMatchObject({ unavailable: [out], solver });
    expect((await without.optimize(request as typeof inputs)).meta).not.toHaveProperty("unavailable");
  });
});
