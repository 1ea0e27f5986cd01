import { describe, expect, it } from "vitest";
import { errorOf, failureOf } from "../../../src/engine/search/tasks.ts";
import {
  AbortedError,
  SolverFailedError,
  TimeLimitError,
  UnsupportedModelError,
} from "../../../src/shared/errors.ts";

const overTheWire = (error: unknown) => errorOf(structuredClone(failureOf(error)));

describe("errors between threads", () => {
  it.each([
    new AbortedError(),
    new TimeLimitError(250),
    new UnsupportedModelError("paths", "it has three roles"),
    new SolverFailedError("HiGHS ended oddly."),
  ])("keep their class, code and message: $name", (error) => {
    const received = overTheWire(error);
    expect(received).toBeInstanceOf(error.constructor);
    expect(received).toMatchObject({ code: error.code, message: error.message });
  });

  it("become SolverFailedError if they are unexpected, even if they cannot be cloned", () => {
    const received = overTheWire(Object.assign(new RangeError("memory"), { cause: () => {} }));
    expect(received).toBeInstanceOf(SolverFailedError);
    expect(received).toMatchObject({ message: "memory", cause: expect.stringContaining("RangeError") });
    expect(overTheWire("text")).toBeInstanceOf(SolverFailedError);
  });
});
