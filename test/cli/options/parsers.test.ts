import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import { lineupShare, listOf, projectionColumns, wholeNumber } from "../../../src/cli/options/parsers.ts";

describe("a whole number", () => {
  const read = wholeNumber(1, 10_000);

  it.each([
    ["1", 1],
    ["10000", 10_000],
    ["007", 7],
  ])("is read from %s", (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each(["0", "10001", "1.5", "-1", "+1", "1e3", "", " 1", "0x1", "9".repeat(16)])("is not %j", (text) => {
    expect(() => read(text)).toThrow(InvalidArgumentError);
    expect(() => read(text)).toThrow("from 1 to 10000");
  });
});

describe("a list", () => {
  it("takes only the listed choices, and ignores spaces", () => {
    const read = listOf(["selections", "scoring"]);
    expect(read("scoring, selections")).toEqual(["scoring", "selections"]);
    expect(() => read("scoring,")).toThrow("selections, scoring");
    expect(() => read("Scoring")).toThrow(InvalidArgumentError);
  });
});

describe("a column of a projections file", () => {
  it("is a kind and a header; the header may contain an equals sign", () => {
    expect(projectionColumns("points = My Proj")).toEqual({ points: "My Proj" });
    expect(projectionColumns("name=a=b", { points: "P" })).toEqual({ points: "P", name: "a=b" });
    expect(projectionColumns("points=Q", { points: "P" })).toEqual({ points: "Q" });
  });

  it.each(["points", "points=", "salaries=Sal", "=Proj"])("is not %j", (text) => {
    expect(() => projectionColumns(text)).toThrow(InvalidArgumentError);
  });
});

describe("a share of the lineups", () => {
  it.each([
    ["40", "40%"],
    ["40%", "40%"],
    ["0.4%", "0.4%"],
    ["0", "0%"],
  ])("is %j", (text, share) => expect(lineupShare(text)).toBe(share));

  it("is no fraction of 1, which may be meant as a percentage", () =>
    expect(() => lineupShare("0.4")).toThrow("Write 40% if you mean that, or 0.4% for less than 1%."));
});
