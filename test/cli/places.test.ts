import { describe, expect, it } from "vitest";
import { inWords, located } from "../../src/cli/places.ts";
import { InfeasibleError, InvalidRequestError } from "../../src/shared/errors.ts";

const GUID = "0b7f7c1e-5a53-4bd4-9d0f-0d6a4f2f8a10";
const places = {
  labelOf: (guid: string) => (guid === GUID ? "Sam Same (QB)" : null),
  fields: new Map([
    ["/include/players/0", '--lock "Sam Same@CPT"'],
    ["/exclude/teams/0", '--exclude "Pilots"'],
    ["/excludedSlots/1", '--exclude "Sam Same@CPT"'],
  ]),
};

describe("inWords", () => {
  it.each([
    [`${GUID} is there`, "Sam Same (QB) is there"],
    ["(include.players/0; QB)", '(--lock "Sam Same@CPT"; QB)'],
    ["at /include/players/0. Keep", 'at --lock "Sam Same@CPT". Keep'],
    ["/include/players/0/position: no", '--lock "Sam Same@CPT": no'],
    ["left after exclude.players and exclude.teams", "left after --exclude and --exclude"],
    ["out of CPT (excludedSlots.1)", 'out of CPT (--exclude "Sam Same@CPT")'],
    ["/excludedSlots/1/slot: no", '--exclude "Sam Same@CPT": no'],
    ["/exclude/teams/0 and /cap", '--exclude "Pilots" and --cap'],
    ["AWAY@HOME 10/15 and/or capital/captain", "AWAY@HOME 10/15 and/or capital/captain"],
  ])("of %s is %s", (text, words) => {
    expect(inWords(text, places)).toBe(words);
  });

  it("keeps the request's fields where a request is what was given", () => {
    expect(inWords("include.players/0", { labelOf: () => null })).toBe("include.players/0");
  });
});

describe("located", () => {
  it("puts the file before what is wrong with the request", () => {
    const error = new InvalidRequestError([{ code: "c", detail: "bad", source: { pointer: "/count" } }]);
    const named = located(error, { ...places, fields: undefined, body: "body.json" }) as InvalidRequestError;
    expect(named.issues[0]!.detail).toBe("body.json: bad");
  });

  it("names people in a conflict", () => {
    const error = new InfeasibleError(`${GUID}!`, [
      {
        constraint: "locks",
        pointer: "/include/players/0",
        kind: "included",
        entry: GUID,
        slot: "CPT",
        limit: null,
        cost: 9000,
        detail: "include.players/0",
      },
    ]);
    const named = located(error, places) as InfeasibleError;
    expect(named.message).toBe("Sam Same (QB)!");
    expect(named.conflicts[0]!.detail).toBe('--lock "Sam Same@CPT"');
  });
});
