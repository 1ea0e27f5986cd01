import { describe, expect, it } from "vitest";
import { errorOf, failureOf } from "../../../src/engine/search/tasks.ts";
import {
  entryRef,
  fieldRef,
  message,
  named,
  placeRef,
  plain,
  withoutPlaces,
} from "../../../src/shared/errors/message-parts.ts";
import {
  InfeasibleError,
  InvalidRequestError,
  LineupError,
  type WrittenConflict,
} from "../../../src/shared/errors.ts";

const GUID = "0b7f7c1e-5a53-4bd4-9d0f-0d6a4f2f8a10";
const detail = message`${entryRef(GUID)} is also included, at ${fieldRef("/include/players/0")}.`;
const asRequested = `${GUID} is also included, at /include/players/0.`;
const naming = { entry: () => "Sam Same", field: () => "--lock" };

describe("references in messages", () => {
  it("are dropped where they are places before a rule", () => {
    const place = placeRef("rules[0] (line 4)", "a rule");
    expect(plain(withoutPlaces(message`${place}, two of it`))).toBe("two of it");
    expect(plain(withoutPlaces(message`${place}: any`))).toBe("any");
    expect(plain(withoutPlaces(message`${place} (2 players)`))).toBe("a rule (2 players)");
    expect(plain(message`${place}: any`)).toBe("rules[0] (line 4): any");
  });

  it("are replaced by the reader's names, or by the request's", () => {
    expect(plain(detail)).toBe(asRequested);
    expect(named(detail, naming)).toBe("Sam Same is also included, at --lock.");
    const half = named(detail, { entry: () => "Sam Same" });
    expect(plain(half)).toBe("Sam Same is also included, at /include/players/0.");
    expect(named(half, naming)).toBe("Sam Same is also included, at --lock.");
    expect(plain(named(detail, { entry: () => null, field: () => null }))).toBe(asRequested);
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
      const worded = arrived.reworded((text) => named(text, naming));
      expect(worded).toBeInstanceOf(LineupError);
      expect(worded.message).toBe("Sam Same is also included, at --lock.");
    }
  });
});
