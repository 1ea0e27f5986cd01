import { describe, expect, it } from "vitest";
import { RefusedError } from "../../../../src/service/server/answer-error.ts";
import type { Incoming } from "../../../../src/service/server/exchange.ts";
import { handlerLimits } from "../../../../src/service/server/handler-limits.ts";
import { checkSize, countOf, readBody } from "../../../../src/service/server/request/body.ts";
import { AbortedError, InvalidRequestError } from "../../../../src/shared/errors.ts";
import { rejection } from "../../../support/client.ts";

const limits = handlerLimits({ maxBody: 1_000, maxPool: 5, maxGames: 2 });

/** A request whose client announces a size and then sends the given number of bytes. */
function incoming(announced: string | null, sent: number): Incoming & { asked: boolean } {
  const call = {
    asked: false,
    method: "POST",
    target: "/",
    signal: new AbortController().signal,
    fault: null,
    header: (name: string) => (name === "content-length" ? announced : null),
    async body(limit: number) {
      call.asked = true;
      return sent > limit ? null : new Uint8Array(sent);
    },
  };
  return call;
}

/** The pointers of a body's faults; none if it is accepted. */
function refusedFor(body: unknown): string[] {
  try {
    checkSize(body, limits, 10);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError);
    return (error as InvalidRequestError).issues.map(({ source }) => Object.values(source!)[0] as string);
  }
}

describe("readBody", () => {
  it.each([
    ["1000", 1_000],
    [null, 1_000],
    [null, 0],
  ])("accepts a body of the maximum size, announced as %s", async (announced, size) => {
    expect(await readBody(incoming(announced, size), limits)).toHaveLength(size);
  });

  it("refuses a body announced as one byte too large without reading it", async () => {
    const call = incoming("1001", 1_001);
    const error = await rejection(readBody(call, limits));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ status: 413, code: "body-too-large" });
    expect(call.asked).toBe(false);
  });

  it("refuses a body that exceeds the limit during reading", async () => {
    expect(await rejection(readBody(incoming(null, 1_001), limits))).toMatchObject({ status: 413 });
  });

  it("treats a client that disconnects meanwhile as gone", async () => {
    const call = { ...incoming(null, 10), body: () => Promise.reject(new Error("reset")) };
    expect(await rejection(readBody(call, limits))).toBeInstanceOf(AbortedError);
  });
});

describe("checkSize", () => {
  const some = (count: number) => new Array(count).fill({});

  it("accepts a body at each of the limits", () => {
    expect(refusedFor({ count: 10, players: some(3), teams: some(2), games: some(2) })).toEqual([]);
    expect(refusedFor({ players: some(5), games: [], portfolio: { lock: [some(4_998)] } })).toEqual([]);
  });

  it.each([
    ["more than 10 lineups", { count: 11 }, "/count"],
    ["one player too many", { players: some(6) }, "/players"],
    ["one too many with the defenses", { players: some(3), teams: some(3) }, "/players"],
    ["one game too many", { games: some(3) }, "/games"],
    ["a list within a field", { exclude: { teams: some(6) } }, "/exclude/teams"],
    ["a map", { positions: Object.fromEntries(some(101).map((_, at) => [`P${at}`, 0])) }, "/positions"],
    ["a description of too many values", { portfolio: { lock: [some(4_999)] } }, "/portfolio"],
  ])("refuses %s", (_, body, pointer) => {
    expect(refusedFor(body)).toEqual([pointer]);
  });

  it("reports all exceeded limits at once", () => {
    expect(refusedFor({ count: 11, players: some(6), games: some(3) })).toEqual([
      "/count",
      "/players",
      "/games",
    ]);
  });

  it.each([[null], [[1, 2]], ["text"], [{ players: "many", count: "11", games: { length: 9 } }]])(
    "leaves %j to the optimizer",
    (body) => {
      expect(refusedFor(body)).toEqual([]);
    },
  );
});

describe("countOf", () => {
  it("is the body's own, or the query's, or 3", () => {
    expect(countOf({ count: 7 }, 2)).toBeUndefined();
    expect(countOf({}, 2)).toBe(2);
    expect(countOf({}, null)).toBe(3);
    expect(countOf([], null)).toBe(3);
  });
});
