import { describe, expect, it } from "vitest";
import { Admission } from "../../../src/service/server/admission.ts";
import { RefusedError } from "../../../src/service/server/answer-error.ts";

describe("admission", () => {
  it("gives the newest place of the key with the most to a key with fewer", () => {
    const admission = new Admission(3);
    const [first, second, third] = [admission.admit("a"), admission.admit("a"), admission.admit("a")];
    const other = admission.admit("b");
    expect([first, second, third, other].map(({ signal }) => signal.aborted)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(third.signal.reason).toMatchObject({ code: "queue-full", status: 503 });
    expect(admission.size).toBe(3);
  });

  it("moves no place between keys that hold equally many, or one more", () => {
    const admission = new Admission(3);
    const places = [admission.admit("a"), admission.admit("a"), admission.admit("b")];
    expect(() => admission.admit("b")).toThrow(RefusedError);
    expect(places.every(({ signal }) => !signal.aborted)).toBe(true);
  });

  it("rejects no request that keeps its place", () => {
    const admission = new Admission(2);
    const [first, second] = [admission.admit("a"), admission.admit("a")];
    second.keep();
    admission.admit("b");
    expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false]);
    const full = new Admission(2);
    for (const place of [full.admit("a"), full.admit("a")]) place.keep();
    expect(() => full.admit("b")).toThrow(RefusedError);
  });

  it("ends a request without an error if its client leaves, and ignores clients already answered", () => {
    const admission = new Admission(2);
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const [left, stayed] = [admission.admit("a", leaving.signal), admission.admit("a", staying.signal)];
    leaving.abort("gone");
    expect([left.signal.aborted, left.signal.reason]).toEqual([true, "gone"]);
    stayed[Symbol.dispose]();
    staying.abort();
    expect([stayed.signal.aborted, admission.size]).toEqual([false, 1]);
    expect(admission.admit("a", AbortSignal.abort("long gone")).signal.reason).toBe("long gone");
  });

  it("rejects all requests when it is shut down", () => {
    const admission = new Admission(3);
    const places = [admission.admit("a"), admission.admit("a"), admission.admit("b")];
    places[0]!.keep();
    const reason = new RefusedError("stopping", "The server is stopping.");
    admission.dismiss(reason);
    expect(places.map(({ signal }) => signal.reason)).toEqual([reason, reason, reason]);
    expect(admission.size).toBe(0);
  });
});
