import { describe, expect, it } from "vitest";
import { findNamed, listingLabel } from "../../../src/cli/input/slate-names.ts";
import { InvalidRequestError } from "../../../src/errors.ts";
import { FANDUEL_FOOTBALL, FOOTBALL, read, SHOWDOWN } from "../../formats/support.ts";

const football = read(FOOTBALL);
const showdown = read(SHOWDOWN);

function refusalOf(slate: typeof football, text: string): string {
  try {
    findNamed(slate, text, "--lock");
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ source: { parameter: "--lock" } });
    return (error as Error).message;
  }
  throw new Error(`${text} was found.`);
}

describe("someone named", () => {
  it.each([
    ["the book's id", "102", "Bor Lander"],
    ["the name, however it is spelled", " ado KESSBY jr. ", "Ado Kessby"],
    ["a defense's name", "Moles", "Moles"],
    ["a defense's team", "fox", null],
  ])("is found by %s", (_, text, name) => {
    if (name === null) expect(refusalOf(football, text)).toContain("nobody");
    else expect(findNamed(football, text, "--lock")).toMatchObject({ entry: { name }, asCaptain: false });
  });

  it("is meant as the captain by the id of the captain's row alone", () => {
    expect(findNamed(showdown, "201", "--lock")).toMatchObject({
      entry: { name: "Ado Kessby" },
      asCaptain: true,
    });
    expect(findNamed(showdown, "301", "--lock")).toMatchObject({ asCaptain: false });
  });

  it("is asked for by id where several have the name", () => {
    const message = refusalOf(football, "Bor Lander");
    for (const part of ["RB, TIN, 102", "WR, FOX, 103", "Give the id"]) expect(message).toContain(part);
  });

  it("is said to be left out where the pool has them not", () => {
    expect(refusalOf(read(FANDUEL_FOOTBALL), "Cas Moror")).toMatch(/Cas Moror .*left out.*injured: O/);
  });

  it("is answered with those of a like name where nobody is meant", () => {
    expect(refusalOf(football, "Ada Kessby")).toContain("Did you mean Ado Kessby (QB, RAV, 101)?");
    expect(refusalOf(football, "Zyx")).not.toContain("Did you mean");
  });
});

describe("a label", () => {
  it("leaves out what is unknown", () => {
    expect(listingLabel({ ...football.entries[0]!, bookId: null })).toBe("Ado Kessby (QB, RAV)");
  });
});
