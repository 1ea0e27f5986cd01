import { describe, expect, it } from "vitest";
import { nameFinderOf, readAliasesCsv } from "../../src/files/listing-index.ts";
import { listingLabel } from "../../src/files/slate.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import { DRAFTKINGS, FANDUEL_FOOTBALL, FOOTBALL, lines, read, SHOWDOWN } from "./support.ts";

const football = read(FOOTBALL);
const showdown = read(SHOWDOWN);

function refusalOf(slate: typeof football, text: string): string {
  try {
    nameFinderOf(slate)(text, "--lock");
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ source: { parameter: "--lock" } });
    return (error as Error).message;
  }
  throw new Error(`${text} was found.`);
}

describe("a player name", () => {
  it.each([
    ["the book's id", "102", "Bor Lander"],
    ["the name, however it is spelled", " ado KESSBY jr. ", "Ado Kessby"],
    ["a defense's name", "Moles", "Moles"],
    ["a defense's team", "mol", "Moles"],
    ["a team without a defense in the pool", "fox", null],
  ])("is found by %s", (_, text, name) => {
    if (name === null) expect(refusalOf(football, text)).toContain("no player");
    else expect(nameFinderOf(football)(text, "--lock")).toMatchObject({ entry: { name }, asCaptain: false });
  });

  it("means the captain only by the id of the captain's row", () => {
    expect(nameFinderOf(showdown)("201", "--lock")).toMatchObject({
      entry: { name: "Ado Kessby" },
      asCaptain: true,
    });
    expect(nameFinderOf(showdown)("301", "--lock")).toMatchObject({ asCaptain: false });
  });

  it("requires an id if several players share it", () => {
    const message = refusalOf(football, "Bor Lander");
    for (const part of ["RB, TIN, 102", "WR, FOX, 103", "Give the id"]) expect(message).toContain(part);
  });

  it("is reported as excluded if the pool omits the player", () => {
    expect(refusalOf(read(FANDUEL_FOOTBALL), "Cas Moror")).toMatch(/Cas Moror .*left out.*injured: O/);
  });

  it("that matches no player is answered with similar names", () => {
    expect(refusalOf(football, "Ada Kessby")).toContain("Did you mean Ado Kessby (QB, RAV, 101)?");
    expect(refusalOf(football, "Zyx")).not.toContain("Did you mean");
  });
});

describe("a player name as spelled in other files", () => {
  const player = (id: number, position: string, name: string, team: string) =>
    `${position},${name} (${id}),${name},${id},${position}/UTIL,5000,RAV@TIN 11/16/2024 07:00PM ET,${team},1`;
  const slate = read(
    lines(
      DRAFTKINGS,
      player(1, "PG", "Bör Läschke", "RAV"),
      player(2, "SG", "Mitchell Kessby Jr.", "TIN"),
      player(3, "C", "Fen Ingman", "RAV"),
      player(4, "PG", "Fen Ingman", "TIN"),
      player(5, "PG", "Ado Kessler", "TIN"),
      player(6, "PG", "Amo Kessler", "TIN"),
    ),
  );
  const aliases = readAliasesCsv("from,to\nThe Wall,Fen Ingman RAV\nBig Mitch,2\n", { file: "aliases.csv" });

  it.each([
    ["Boer Laeschke", "1"],
    ["Bor Laschke", "1"],
    ["Mitch Kessby", "2"],
    ["Kessby Jr., Mitchell", "2"],
    ["M. Kessby", "2"],
    ["Mitchell Kessby TIN", "2"],
    ["Mitchell Kessby (TIN - SG)", "2"],
    ["Mitchell Kessby (2)", "2"],
    ["Fen Ingman TIN", "4"],
    ["Fen Ingman, C", "3"],
    ["big mitch", "2"],
    ["The Wall", "3"],
  ])("is found as %s", (text, id) => {
    expect(nameFinderOf(slate, aliases)(text, "--lock")).toMatchObject({
      entry: { bookId: id },
      asCaptain: false,
    });
  });

  it.each([
    ["A. Kessler", ["Ado Kessler", "Amo Kessler", "Give the id"]],
    ["Fen Ingman", ["RAV", "TIN", "Give the id"]],
    ["Mitchell Kesbo", ["Did you mean Mitchell Kessby Jr. (SG, TIN, 2)?"]],
  ])("is ambiguous or unknown: %s", (text, parts) => {
    const message = refusalOf(slate, text);
    for (const part of parts) expect(message).toContain(part);
  });
});

describe("a label", () => {
  it("omits unknown parts", () => {
    expect(listingLabel({ ...football.entries[0]!, bookId: null })).toBe("Ado Kessby (QB, RAV)");
    expect(listingLabel({ ...football.entries[0]!, bookId: "7", team: "" })).toBe("Ado Kessby (QB, 7)");
  });
});
