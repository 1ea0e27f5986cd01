import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handlerLimits } from "../../../src/server/handler-limits.ts";
import { RefusedError } from "../../../src/server/refusal.ts";
import { BodyReader } from "../../../src/server/request/body-reader.ts";
import { parseJson } from "../../../src/server/request/json.ts";
import { runs, share, Tally } from "../../support/runs.ts";
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

/** The value, or why there is none. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    expect(error).toBeInstanceOf(RefusedError);
    return { code: (error as RefusedError).code, message: (error as RefusedError).message };
  }
}

/** Places of the text where something is put in, left out or doubled: mostly at its punctuation and names. */
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

/** Where names and brackets stand. */
const PLACES = [...TEXT.matchAll(/[[\]{}]|"(?:players|teams|games|contest)"/g)].map(({ index }) => index);

const mutated = fc.array(cut, { minLength: 1, maxLength: 2 }).map((cuts) =>
  cuts.reduce((text, { place, length, by }) => {
    const at = place % 3 === 0 ? place % text.length : PLACES[place % PLACES.length]!;
    return text.slice(0, at) + by + text.slice(at + length);
  }, TEXT),
);

describe("a reader of bodies", () => {
  it("reads and refuses what a plain parser does, though it has seen the lists before", () => {
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    const tally = new Tally();
    fc.assert(
      fc.property(mutated, (text) => {
        reader.read(bytesOf(TEXT));
        const found = outcomeOf(() => reader.read(bytesOf(text)));
        expect(found).toEqual(outcomeOf(() => parseJson(bytesOf(text))));
        tally.add("value" in (found as object) ? "read" : "refused");
      }),
      runs(RUNS),
    );
    expect(tally.of("read"), `${tally}`).toBeGreaterThan(share(RUNS, 0.1));
    expect(tally.of("refused"), `${tally}`).toBeGreaterThan(share(RUNS, 0.3));
  });

  it("gives bodies that spell a list alike the same frozen list", () => {
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    const first = reader.read(bytesOf(TEXT)) as Read;
    const second = reader.read(bytesOf(JSON.stringify({ cap: 1, ...body, stack: true }))) as Read;
    expect(second).toEqual({ ...body, cap: 1, stack: true });
    expect(second.players).toBe(first.players);
    expect(second.teams).toBe(first.teams);
    expect(Object.isFrozen(first.players[0])).toBe(true);
  });

  it("keeps apart lists that differ in a byte, and equal lists of other fields", () => {
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
  ])("reads lists anew that %s", (_, longest, list) => {
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
      (long: string) => `{"x":[{}],"positions":{${long.replaceAll("0", '"P":0')}}}`,
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
  ])("refuses %s with more members than any has, before it is parsed", (_, textOf, code, pointer) => {
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    const members = (count: number) => new Array(count).fill("0").join();
    expect(() => reader.read(bytesOf(textOf(members(1_000))))).not.toThrow();
    // As JSON it would be refused for what it ends with.
    const refusal = expect.objectContaining({ code, source: { pointer } });
    expect(() => reader.read(bytesOf(`${textOf(members(1_001))}]`))).toThrow(refusal);
  });

  it("refuses brackets deeper than 16, those of strings aside", () => {
    const reader = new BodyReader(handlerLimits({ maxPool: 100 }));
    const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(reader.read(bytesOf(deep(16)))).toHaveLength(1);
    expect(reader.read(bytesOf(JSON.stringify({ text: deep(99) })))).toEqual({ text: deep(99) });
    expect(() => reader.read(bytesOf(deep(17)))).toThrow(/more than 16 deep/);
  });
});
