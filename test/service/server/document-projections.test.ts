import { describe, expect, it } from "vitest";
import { documentProjections } from "../../../src/service/server/projections.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import type { FantasyPerformanceDocument } from "../../../src/shared/schema/performances.ts";
import { INPUTS } from "./support.ts";

const control = { caller: "a", signal: new AbortController().signal };
const games = INPUTS.body.games;

describe("a document's projections", () => {
  it("are those of the requested games, and the same object for the same games", async () => {
    const source = documentProjections(INPUTS.projections);
    const { document, fetchedAt, stale } = await source.projections("any", games, control);
    expect([fetchedAt, stale]).toEqual([null, false]);
    expect(document.data).toHaveLength(INPUTS.projections.data.length);
    expect(document.included).toHaveLength(INPUTS.projections.included!.length);
    expect((await source.projections("any", games, control)).document).toBe(document);
    const one = await source.projections("any", games.slice(0, 1), control);
    expect(one.document.data.length).toBeGreaterThan(0);
    expect(one.document.data.length).toBeLessThan(document.data.length);
    const unknown = await source.projections("any", ["00000000-0000-4000-8000-000000000000"], control);
    expect(unknown.document.data).toEqual([]);
  });

  it("must satisfy their schema", () => {
    const broken = { data: [{ id: "x" }] } as unknown as FantasyPerformanceDocument;
    expect(() => documentProjections(broken)).toThrow(InvalidRequestError);
  });
});
