import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault } from "../../../../src/contests/catalog/json-fault.ts";
import { RefusedError } from "../../../../src/service/server/answer-error.ts";
import { handlerLimits } from "../../../../src/service/server/handler-limits.ts";
import { BodyReader, parseJson } from "../../../../src/service/server/request/body-reader.ts";
import { runs, share, Tally } from "../../../support/runs.ts";
import { INPUTS } from "../support.ts";

const RUNS = 3_000;

const players = INPUTS.body.players.slice(0, 4);
const teams = INPUTS.body.teams!.slice(0, 2);
const body = { ...INPUTS.body, players, teams };
const TEXT = JSON.stringify(body);

interface Read {
  readonly players: readonly object[];
  readonly teams: readonly object[];
}

const bytesOf = (text: string) => Buffer.from(text);

/** The value, or the reason for its absence. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    expect(error).toBeInstanceOf(RefusedError);
    return { code: (error as RefusedError).code, message: (error as RefusedError).message };
  }
}

/** The result of a plain parser, without shared lists, that checks the whole text for duplicate fields. */
function plainly(text: string): unknown {
  const value = parseJson(bytesOf(text));
  const fault = findJsonFault(text);
  if (fault === null) return value;
  const place = `line ${fault.line}, column ${fault.column}`;
  throw new RefusedError(
    "invalid-json",
    `The body is not valid JSON at ${place}: ${fault.reason}. Give it once.`,
  );
}

/** Places where text is inserted, removed or duplicated: mostly at punctuation and names. */
const cut = fc.record({
  place: fc.nat(),
  length: fc.constantFrom(0, 0, 1, 2, 9),
  by: fc.constantFrom(
    "",
    " ",
    "\n",
    '"',
    "\\",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "é",
    '"players":[],',
    '"players" : [{}] ,',
    '"\\u0070layers":[],',
    '"teams":0,',
    '"x\\"players":[1],',
    '"include":{"players":[1]},',
  ),
});

/** The places of names and brackets. */
const PLACES = [...TEXT.matchAll(/[[\]{}]|"(?:players|teams|games|contest)"/g)].map(({ index }) => index);

const mutated = fc.array(cut, { minLength: 1, maxLength: 2 }).map((cuts) =>
  cuts.reduce((text, { place, length, by }) => {
    const at = place % 3 === 0 ? place % text.length : PLACES[place % PLACES.length]!;
    return text.slice(0, at) + by + text.slice(at + length);
  }, TEXT),
);

describe("a reader of bodies", () => {
  it("accepts and refuses like a plain parser, even with lists it has seen before", () => {
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    const tally = new Tally();
    fc.assert(
      fc.property(mutated, (text) => {
        reader.read(bytesOf(TEXT));
        const found = outcomeOf(() => reader.read(bytesOf(text)));
        expect(found).toEqual(outcomeOf(() => plainly(text)));
        const isRepeated = String((found as { readonly message?: string }).message).includes("given twice");
        tally.add(isRepeated ? "twice" : "value" in (found as object) ? "read" : "refused");
      }),
      runs(RUNS),
    );
    expect(tally.of("read"), `${tally}`).toBeGreaterThan(share(RUNS, 0.1));
    expect(tally.of("refused"), `${tally}`).toBeGreaterThan(share(RUNS, 0.3));
    expect(tally.of("twice"), `${tally}`).toBeGreaterThan(share(RUNS, 0.02));
  });

  it("gives bodies with a list of the same spelling the same frozen list", () => {
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    const first = reader.read(bytesOf(TEXT)) as Read;
    const second = reader.read(bytesOf(JSON.stringify({ cap: 1, ...body, stack: true }))) as Read;
    expect(second).toEqual({ ...body, cap: 1, stack: true });
    expect(second.players).toBe(first.players);
    expect(second.teams).toBe(first.teams);
    expect(Object.isFrozen(first.players[0])).toBe(true);
  });

  it("distinguishes lists that differ in a byte, and equal lists of other fields", () => {
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    const read = (fields: object) => reader.read(bytesOf(JSON.stringify({ ...body, ...fields }))) as Read;
    const dearer = players.map((player, index) => ({ ...player, salary: player.salary + (index ? 0 : 100) }));
    expect(read({}).players).not.toBe(read({ players: dearer }).players);
    expect(read({ players: dearer }).players).toEqual(dearer);
    expect(read({ players: [], teams: [] })).toMatchObject({ players: [], teams: [] });
  });

  it.each([
    ["are longer than it remembers", 3, players],
    ["have entries that only a schema can judge", 100, [...players, { ...players[0], salary: "1" }]],
  ])("reads lists again that %s", (_, longest, list) => {
    const reader = new BodyReader(handlerLimits({ maxPool: longest }));
    const read = () => reader.read(bytesOf(JSON.stringify({ players: list }))) as Read;
    expect(read().players).toEqual(list);
    expect(read().players).not.toBe(read().players);
  });

  it.each([
    ["a list of the pool", (long: string) => `{"players":[${long}]}`, "pool-too-large", "/players"],
    [
      "a list within a field",
      (long: string) => `{"exclude" : {"teams" :\n[${long}]}}`,
      "pool-too-large",
      "/exclude/teams",
    ],
    [
      "a map",
      (long: string) => `{"x":[{}],"positions":{${long.split(",").map((_, at) => `"P${at}":0`)}}}`,
      "too-many-positions",
      "/positions",
    ],
    [
      "what is no part of a request",
      (long: string) => `[0,{"a\\"/b":["[,\\",",{},[${long}]]}]`,
      "invalid-field",
      '/1/a"~1b/2',
    ],
    ["the document", (long: string) => `[${long}]`, "invalid-field", ""],
  ])("refuses %s with more members than allowed, before parsing", (_, textOf, code, pointer) => {
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    const members = (count: number) => new Array(count).fill("0").join();
    expect(() => reader.read(bytesOf(textOf(members(1_000))))).not.toThrow();
    // As JSON it would be refused for its end.
    const refusal = expect.objectContaining({ code, source: { pointer } });
    expect(() => reader.read(bytesOf(`${textOf(members(1_001))}]`))).toThrow(refusal);
  });

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
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    // Lists seen before change nothing.
    for (let time = 0; time < 2; time += 1) {
      expect(outcomeOf(() => reader.read(bytesOf(text)))).toEqual({
        code: "invalid-json",
        message: expect.stringMatching(`at ${place}.*: the field "${field}" is given twice. Give it once.`),
      });
      reader.read(bytesOf(TEXT));
    }
  });

  it("refuses brackets nested deeper than 16, except in strings", () => {
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(reader.read(bytesOf(deep(16)))).toHaveLength(1);
    expect(reader.read(bytesOf(JSON.stringify({ text: deep(99) })))).toEqual({ text: deep(99) });
    expect(() => reader.read(bytesOf(deep(17)))).toThrow(/more than 16 deep/);
  });
});
