import { describe, expect, it } from "vitest";
import { errorOf, failureOf } from "../../../src/engine/search/wire.ts";
import { entryRef, fieldRef, named, plain } from "../../../src/shared/errors/lineup-error.ts";
import {
  InfeasibleError,
  InvalidRequestError,
  LineupError,
  type WrittenConflict,
} from "../../../src/shared/errors.ts";

const GUID = "0b7f7c1e-5a53-4bd4-9d0f-0d6a4f2f8a10";
const detail = `${entryRef(GUID)} is also included, at ${fieldRef("/include/players/0")}.`;
const asRequested = `${GUID} is also included, at /include/players/0.`;
const naming = { entry: () => "Sam Same", field: () => "--lock" };

describe("references in messages", () => {
  it("are replaced by the reader's names, or by the request's", () => {
    expect(plain(detail)).toBe(asRequested);
    expect(named(detail, naming)).toBe("Sam Same is also included, at --lock.");
    const half = named(detail, { entry: () => "Sam Same" });
    expect(plain(half)).toBe("Sam Same is also included, at /include/players/0.");
    expect(named(half, naming)).toBe("Sam Same is also included, at --lock.");
    expect(plain(named(detail, { entry: () => null, field: () => null }))).toBe(asRequested);
  });

  it("are not recognised inside other text", () => {
    for (const text of [
      "",
      GUID,
      "\u{F0000}",
      "\u{F0000}entry x\u{F0002}y\u{F0001}",
      "a\u{F0002}b\u{F0001}",
    ]) {
      expect(plain(text)).toBe(text);
      expect(named(text, naming)).toBe(text);
    }
  });

  it("are transferred between threads with their errors, and removed from public texts", () => {
    const issue = { code: "duplicate", detail, source: { pointer: "/exclude/players/0" } };
    const conflict: WrittenConflict = {
      constraint: "locks",
      pointer: "/include/players/0",
      kind: "included",
      entry: GUID,
      slot: null,
      limit: null,
      cost: null,
      leastCost: null,
      detail,
    };
    for (const error of [new InvalidRequestError([issue]), new InfeasibleError(detail, [conflict])]) {
      const arrived = errorOf(structuredClone(failureOf(error)) as never);
      expect(arrived.toErrorObjects()).toEqual(error.toErrorObjects());
      expect(JSON.stringify(arrived.toErrorObjects())).toContain(asRequested);
      expect(JSON.stringify([arrived, arrived.message])).not.toContain("\u{F0000}");
      const worded = arrived.reworded((text) => named(text, naming));
      expect(worded).toBeInstanceOf(LineupError);
      expect(worded.message).toBe("Sam Same is also included, at --lock.");
    }
  });
});
