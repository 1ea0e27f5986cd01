import { describe, expect, it } from "vitest";
import { located, namingOf } from "../../src/cli/errors.ts";
import {
  entryRef,
  fieldRef,
  type Message,
  message,
  named,
  plain,
} from "../../src/shared/errors/message-parts.ts";
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

const inWords = (text: Message, of: Parameters<typeof namingOf>[0] = places) =>
  plain(named(text, namingOf(of)));

describe("namingOf", () => {
  it.each([
    [message`${entryRef(GUID)} is there`, "Sam Same (QB) is there"],
    [`${GUID} is there`, `${GUID} is there`],
    [message`(${fieldRef("/include/players/0", "include.players/0")}; QB)`, '(--lock "Sam Same@CPT"; QB)'],
    [message`at ${fieldRef("/include/players/0")}. Keep`, 'at --lock "Sam Same@CPT". Keep'],
    [message`${fieldRef("/include/players/0/position")}: no`, '--lock "Sam Same@CPT": no'],
    [message`${fieldRef("/include/players/10")}: no`, "--lock: no"],
    [
      message`left after ${fieldRef("/exclude/players", "exclude.players")} and ${fieldRef("/exclude/teams")}`,
      "left after --exclude and --exclude",
    ],
    [message`out of CPT (${fieldRef("/excludedSlots/1")})`, 'out of CPT (--exclude "Sam Same@CPT")'],
    [message`${fieldRef("/excludedSlots/1/slot")}: no`, '--exclude "Sam Same@CPT": no'],
    [message`${fieldRef("/exclude/teams/0")} and ${fieldRef("/cap")}`, '--exclude "Pilots" and --cap'],
    [message`${fieldRef("/players/3")} and /cap/captain`, "/players/3 and /cap/captain"],
  ])("of %s is %s", (text, words) => {
    expect(inWords(text)).toBe(words);
  });

  it("keeps the request's fields if the input is a request", () => {
    expect(inWords(fieldRef("/include/players/0", "include.players/0"), { labelOf: () => null })).toBe(
      "include.players/0",
    );
  });
});

describe("located", () => {
  it("puts the file name before a fault of the request", () => {
    const error = new InvalidRequestError([{ code: "c", detail: "bad", source: { pointer: "/count" } }]);
    const named = located(error, { ...places, fields: undefined, body: "body.json" }) as InvalidRequestError;
    expect(named.issues[0]!.detail).toBe("body.json: bad");
  });

  it("names players in a conflict", () => {
    const error = new InfeasibleError(message`${entryRef(GUID)}!`, [
      {
        constraint: "locks",
        pointer: "/include/players/0",
        kind: "included",
        entry: GUID,
        slot: "CPT",
        limit: null,
        cost: 9000,
        leastCost: null,
        detail: fieldRef("/include/players/0", "include.players/0"),
      },
    ]);
    const named = located(error, places) as InfeasibleError;
    expect(named.message).toBe("Sam Same (QB)!");
    expect(named.conflicts[0]!.detail).toBe('--lock "Sam Same@CPT"');
  });
});
