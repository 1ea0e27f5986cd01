import { describe, expect, it } from "vitest";
import { readExclusions, readLocks } from "../../src/files/asked-players.ts";
import { nameFinderOf } from "../../src/files/listing-index.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import { read, SHOWDOWN } from "./support.ts";

const contest = (await loadCatalog()).contest("american-football", "bookA", "showdown");
const slate = read(SHOWDOWN);
const find = nameFinderOf(slate);
const uuidOf = (name: string) => slate.entries.find((entry) => entry.name === name)!.uuid;

describe("locks", () => {
  it("become inclusions, with the typed text by the resulting field", () => {
    const { body, fields } = readLocks(find, contest, ["Ado Kessby", "Tinkers", "Cas Ingman@flex"]);
    expect(body).toEqual({
      players: [{ player: uuidOf("Ado Kessby") }, { player: uuidOf("Cas Ingman"), position: "FLEX" }],
      teams: [{ team: uuidOf("Tinkers") }],
    });
    expect([...fields]).toEqual([
      ["/include/players/0", '--lock "Ado Kessby"'],
      ["/include/teams/0", '--lock "Tinkers"'],
      ["/include/players/1", '--lock "Cas Ingman@flex"'],
    ]);
  });

  it("by the captain's own id go to the captain's slot, unless another slot is given", () => {
    const positionOf = (text: string) => readLocks(find, contest, [text]).body.players![0]!.position;
    expect(positionOf("201")).toBe("CPT");
    expect(positionOf("201@FLEX")).toBe("FLEX");
    expect(positionOf("301")).toBeUndefined();
  });

  it("to an unknown slot are passed on as typed, and the request refuses them", () => {
    expect(readLocks(find, contest, ["Ado Kessby@qb2"]).body.players![0]!.position).toBe("qb2");
  });
});

describe("exclusions", () => {
  it("become a list of players and a list of teams, with the typed text", () => {
    const { body, fields } = readExclusions(find, contest, ["Tinkers", "302"]);
    expect(body).toEqual({ players: [uuidOf("Cas Ingman")], teams: [uuidOf("Tinkers")] });
    expect(fields.get("/exclude/players/0")).toBe('--exclude "302"');
  });

  it("from a slot, or by the captain's own id, leave the player available in the other slots", () => {
    const typed = ["Ado Kessby@cpt", "302", "202", "Tinkers@CPT"];
    const { body, slots, fields } = readExclusions(find, contest, typed);
    expect(body).toEqual({ players: [uuidOf("Cas Ingman")], teams: [] });
    expect(slots).toEqual([
      { uuid: uuidOf("Ado Kessby"), slot: "CPT" },
      { uuid: slate.entries.find(({ captainBookId }) => captainBookId === "202")!.uuid, slot: "CPT" },
      { uuid: uuidOf("Tinkers"), slot: "CPT" },
    ]);
    expect(fields.get("/excludedSlots/0")).toBe('--exclude "Ado Kessby@cpt"');
    expect(fields.get("/excludedSlots/2")).toBe('--exclude "Tinkers@CPT"');
  });
});

describe("a name that matches no player of the pool", () => {
  it("is an error of the option", () => {
    expect(() => readLocks(find, contest, ["Nobody"])).toThrow(InvalidRequestError);
    expect(() => readExclusions(find, contest, ["Nobody"])).toThrow("--exclude");
  });
});
