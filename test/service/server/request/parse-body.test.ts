import { describe, expect, it } from "vitest";
import { RefusedError } from "../../../../src/service/server/answer-error.ts";
import { parseBody } from "../../../../src/service/server/request/body.ts";
import { INPUTS } from "../support.ts";

const players = INPUTS.body.players.slice(0, 4);

const parse = (text: string) => parseBody(Buffer.from(text));

/** The error's code and message. */
function refusalOf(text: string): object {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(RefusedError);
    return { code: (error as RefusedError).code, message: (error as RefusedError).message };
  }
  throw new Error("The body was accepted.");
}

/** Milliseconds of this thread for work, the least of some tries. */
function cost(work: () => unknown): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}

describe("parseBody", () => {
  it.each([
    ["a field of the request", '{"cap":1,"count":2,\n"cap":3}', "line 2, column 1", "cap"],
    [
      "a field deep within",
      '{"portfolio":{"rules":[{"x":[{"a":1,"\\u0061":2}]}]}}',
      "line 1, column 37",
      "a",
    ],
    ["a list of the pool", '{"players":[],"players":[]}', "line 1, column 15", "players"],
    [
      "a player's salary",
      `{"players":[${JSON.stringify(players[0]).replace("}", ',"salary":1}')}]}`,
      "line 1",
      "salary",
    ],
    ["a field called __proto__", '{"__proto__":1,"__proto__":2}', "line 1, column 16", "__proto__"],
  ])("refuses %s that occurs twice, with its place", (_, text, place, field) => {
    expect(refusalOf(text)).toEqual({
      code: "invalid-json",
      message: expect.stringMatching(`at ${place}.*: the field "${field}" is given twice. Give it once.`),
    });
  });

  it("refuses brackets nested deeper than 16, except in strings", () => {
    const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(parse(deep(16))).toHaveLength(1);
    expect(parse(JSON.stringify({ text: deep(99) }))).toEqual({ text: deep(99) });
    expect(() => parse(deep(17))).toThrow(/more than 16 deep/);
  });

  it.each([
    ["a megabyte of brackets", "[".repeat(1_000_000), "json-too-deep"],
    [
      "nearly a megabyte that breaks at its end",
      `${JSON.stringify(new Array(90_000).fill({ a: 1 }))} 1`,
      "invalid-json",
    ],
    ["nearly a megabyte with a repeated field", `[${"0,".repeat(450_000)}{"a":1,"a":2}]`, "invalid-json"],
  ])("refuses %s at little cost", (_, text, code) => {
    expect(refusalOf(text)).toMatchObject({ code });
    // Parsing alone takes a tenth of that.
    expect(cost(() => refusalOf(text))).toBeLessThan(150);
  });
});
