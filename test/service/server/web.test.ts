import { describe, expect, it } from "vitest";
import { incomingOf, responseOf } from "../../../src/service/server/exchange.ts";

const URL = "http://host/a/b?c=1";

/** A request whose body comes in chunks of these sizes. */
function posted(...sizes: number[]): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const size of sizes) controller.enqueue(new Uint8Array(size).fill(size));
      controller.close();
    },
  });
  return new Request(URL, { method: "POST", body, duplex: "half" } as RequestInit);
}

describe("a Web request", () => {
  it("is read as method, path with query, and headers", () => {
    const request = new Request(URL, { headers: { "X-One": "1" } });
    const call = incomingOf(request);
    expect([call.method, call.target, call.header("x-one"), call.header("x-two")]).toEqual([
      "GET",
      "/a/b?c=1",
      "1",
      null,
    ]);
    expect(call.signal).toBe(request.signal);
  });

  it("gives a body of exactly the limit, complete and in order", async () => {
    const body = await incomingOf(posted(2, 1)).body(3);
    expect([...body!]).toEqual([2, 2, 1]);
  });

  it("gives no part of a body that is one byte too long", async () => {
    expect(await incomingOf(posted(2, 2)).body(3)).toBeNull();
  });

  it("has an empty body by default", async () => {
    expect(await incomingOf(new Request(URL)).body(0)).toHaveLength(0);
  });
});

describe("a Web response", () => {
  const answer = { status: 418, headers: { "x-one": "1", connection: "close" }, body: "text" };

  it("has the status, the headers except the connection's, and the body", async () => {
    const response = responseOf(answer, "GET");
    expect([response.status, [...response.headers.keys()].includes("connection")]).toEqual([418, false]);
    expect([response.headers.get("x-one"), await response.text()]).toEqual(["1", "text"]);
  });

  it("to HEAD has no body", async () => {
    expect(await responseOf(answer, "HEAD").text()).toBe("");
  });
});
