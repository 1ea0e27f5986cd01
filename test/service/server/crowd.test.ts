import { describe, expect, it } from "vitest";
import { Crowd } from "../../../src/service/server/admission.ts";
import { RefusedError } from "../../../src/service/server/answer-error.ts";

describe("a crowd", () => {
  it("refuses a key's further requests when it has all places", () => {
    const crowd = new Crowd(2);
    crowd.admit("a");
    crowd.admit("a");
    expect(() => crowd.admit("a")).toThrow(RefusedError);
    expect(crowd.size).toBe(2);
  });

  it("gives the newest place of the key that has most to a key that has fewer", () => {
    const crowd = new Crowd(3);
    const [first, second, third] = [crowd.admit("a"), crowd.admit("a"), crowd.admit("a")];
    const other = crowd.admit("b");
    expect([first, second, third, other].map(({ signal }) => signal.aborted)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(third.signal.reason).toMatchObject({ code: "queue-full", status: 503 });
    expect(crowd.size).toBe(3);
  });

  it("moves no place between keys that have as many, or one more", () => {
    const crowd = new Crowd(3);
    const places = [crowd.admit("a"), crowd.admit("a"), crowd.admit("b")];
    expect(() => crowd.admit("b")).toThrow(RefusedError);
    expect(places.every(({ signal }) => !signal.aborted)).toBe(true);
  });

  it("turns nobody away who keeps his place", () => {
    const crowd = new Crowd(2);
    const [first, second] = [crowd.admit("a"), crowd.admit("a")];
    second.keep();
    crowd.admit("b");
    expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false]);
    const full = new Crowd(2);
    for (const place of [full.admit("a"), full.admit("a")]) place.keep();
    expect(() => full.admit("b")).toThrow(RefusedError);
  });

  it("counts a place once, turned away, left or both", () => {
    const crowd = new Crowd(2);
    const places = [crowd.admit("a"), crowd.admit("a"), crowd.admit("b")];
    for (const place of [...places, ...places]) place[Symbol.dispose]();
    expect(crowd.size).toBe(0);
    expect(crowd.admit("a").signal.aborted).toBe(false);
  });

  it("ends a request whose client leaves, for no reason of its own, and listens to nobody who has his answer", () => {
    const crowd = new Crowd(2);
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const [left, stayed] = [crowd.admit("a", leaving.signal), crowd.admit("a", staying.signal)];
    leaving.abort("gone");
    expect([left.signal.aborted, left.signal.reason, left.refusal()]).toEqual([true, "gone", undefined]);
    stayed[Symbol.dispose]();
    staying.abort();
    expect([stayed.signal.aborted, crowd.size]).toEqual([false, 1]);
    expect(crowd.admit("a", AbortSignal.abort("long gone")).signal.reason).toBe("long gone");
  });

  it("turns everybody away when it is dismissed", () => {
    const crowd = new Crowd(3);
    const places = [crowd.admit("a"), crowd.admit("a"), crowd.admit("b")];
    places[0]!.keep();
    const reason = new RefusedError("stopping", "The server is stopping.");
    crowd.dismiss(reason);
    expect(places.map(({ signal }) => signal.reason)).toEqual([reason, reason, reason]);
    expect(places.map((place) => place.refusal())).toEqual([reason, reason, reason]);
    expect(crowd.size).toBe(0);
  });
});
