import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lookOf, takesColour, terminalWidth } from "../../../src/cli/render/text.ts";

beforeEach(() => {
  for (const name of ["NO_COLOR", "FORCE_COLOR", "COLUMNS"]) vi.stubEnv(name, undefined);
  vi.stubEnv("TERM", "xterm-256color");
});
afterEach(() => void vi.unstubAllEnvs());

describe("colours", () => {
  it("are used on terminals", () => {
    expect([true, false].map((isTTY) => takesColour({ isTTY }))).toEqual([true, false]);
  });

  it("are not used on terminals without colour support", () => {
    vi.stubEnv("TERM", "dumb");
    expect(takesColour({ isTTY: true })).toBe(false);
  });

  it("are off with NO_COLOR, even if FORCE_COLOR is set", () => {
    vi.stubEnv("NO_COLOR", "1");
    vi.stubEnv("FORCE_COLOR", "1");
    expect(takesColour({ isTTY: true })).toBe(false);
  });

  it.each([
    ["1", true],
    ["0", false],
  ])("follow FORCE_COLOR=%s: %s", (value, on) => {
    vi.stubEnv("FORCE_COLOR", value);
    expect([true, false].map((isTTY) => takesColour({ isTTY }))).toEqual([on, on]);
  });

  it("are never written to a file", () => {
    vi.stubEnv("FORCE_COLOR", "1");
    expect(lookOf("up.txt").colour).toBe(false);
    expect(lookOf().colour).toBe(true);
    expect(lookOf("-").colour).toBe(true);
  });
});

describe("the width", () => {
  it("is COLUMNS without a terminal, or 80", () => {
    expect(process.stdout.columns).toBeUndefined();
    expect(terminalWidth()).toBe(80);
    vi.stubEnv("COLUMNS", "120");
    expect(terminalWidth()).toBe(120);
    vi.stubEnv("COLUMNS", "many");
    expect(terminalWidth()).toBe(80);
    vi.stubEnv("COLUMNS", "120");
    expect(lookOf("up.txt").width).toBe(80);
  });
});
