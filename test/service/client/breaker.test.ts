import { expect, test } from "vitest";
import { ServiceError } from "../../../src/service/client/service-error.ts";
import { connected, rejection, testClient, testService } from "../../support/client.ts";

const SPORT = "basketball";

test("a failing service is spared all retries except the first document's, until it answers again", async () => {
  const service = await testService();
  service.fault({ kind: "status", status: 503 }, 5);
  const client = testClient(service, { breakMs: 300 });
  await rejection(client.teams(SPORT).document());
  expect(service.requests).toHaveLength(5);
  const error = await rejection(client.players(SPORT).document());
  expect(service.requests).toHaveLength(5);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ code: "upstream-unreachable", status: 502 });
  expect((error as ServiceError).retryAfter).toBeGreaterThan(0);
  await expect
    .poll(() =>
      client
        .players(SPORT)
        .document()
        .catch(() => null),
    )
    .not.toBeNull();
  expect((await client.teams(SPORT).document()).data).toHaveLength(10);
});

test("refusals do not stop other requests", async () => {
  const { service, client } = await connected({ breakMs: 60_000 });
  service.fault({ kind: "status", status: 404 }, 10);
  for (let asked = 0; asked < 10; asked += 1)
    expect(await rejection(client.teams(SPORT).document())).toMatchObject({ upstreamStatus: 404 });
  expect((await client.teams(SPORT).document()).data).toHaveLength(10);
});
