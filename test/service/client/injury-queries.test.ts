import { describe, expect, it } from "vitest";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import { rejection, testClient, testService } from "../../support/client.ts";

const SPORT = "basketball";
const guid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
const QUESTION = {
  home: {
    uuid: guid(1),
    players: [
      { uuid: guid(3), injured: true },
      { uuid: guid(4), injured: false },
    ],
  },
  away: { uuid: guid(2), players: [] },
};
const EFFECT = {
  id: `/${SPORT}/v2/injury_effects/${guid(9)}`,
  type: "InjuryEffect",
  attributes: { uuid: guid(9), homeWinProbability: 0.4, awayWinProbability: 0.6 },
};

async function setting() {
  const service = await testService();
  service.documents.set(`/${SPORT}/v2/injury_effects`, { links: {}, data: EFFECT });
  service.documents.set(`/${SPORT}/v2/injury_impacts`, {
    links: {},
    data: [{ ...EFFECT, type: "InjuryImpact" }],
  });
  return { service, client: testClient(service) };
}

describe("injury queries", () => {
  it("are posted as the API specifies, answered without the key, and never cached", async () => {
    const { service, client } = await setting();
    const { data } = await client.injuryEffects(SPORT, QUESTION);
    expect(data).toEqual(EFFECT);
    expect(Object.isFrozen(data.attributes)).toBe(true);
    const [sent] = service.requests;
    expect([sent!.method, sent!.path, sent!.refused]).toEqual(["POST", `/${SPORT}/v2/injury_effects`, false]);
    expect(JSON.parse(sent!.body)).toEqual({
      home: {
        uuid: guid(1),
        players: [
          { uuid: guid(3), injured: 1 },
          { uuid: guid(4), injured: 0 },
        ],
      },
      away: { uuid: guid(2), players: [] },
    });
    await client.injuryEffects(SPORT, QUESTION);
    expect(service.requests).toHaveLength(2);
    const impacts = await client.injuryImpacts(SPORT, { event: { uuid: guid(5) } });
    expect(impacts.data).toMatchObject([{ type: "InjuryImpact" }]);
    expect(JSON.parse(service.requests[2]!.body)).toEqual({ event: { uuid: guid(5) } });
  });

  it("are retried if the service fails, and the error names the request", async () => {
    const { service, client } = await setting();
    service.fault({ kind: "status", status: 503 });
    expect((await client.injuryEffects(SPORT, QUESTION)).data).toEqual(EFFECT);
    expect(service.requests).toHaveLength(2);
    service.fault({ kind: "status", status: 400 });
    expect(await rejection(client.injuryEffects(SPORT, QUESTION))).toMatchObject({
      code: "upstream-status",
      message: expect.stringContaining(
        `POST /${SPORT}/v2/injury_effects: the service answered with status 400`,
      ),
    });
  });

  it.each([
    ["a team without a GUID", { ...QUESTION, home: { ...QUESTION.home, uuid: "x" } }, "/home/uuid"],
    [
      "a number instead of a boolean",
      { ...QUESTION, away: { uuid: guid(2), players: [{ uuid: guid(3), injured: 1 }] } },
      "/away/players/0/injured",
    ],
    ["one team", { home: QUESTION.home }, "/away"],
  ])("are refused for %s", async (_, question, pointer) => {
    const { service, client } = await setting();
    const refused = await rejection(client.injuryEffects(SPORT, question as unknown as typeof QUESTION));
    expect(refused).toBeInstanceOf(InvalidRequestError);
    expect((refused as InvalidRequestError).toErrorObjects()[0]).toMatchObject({ source: { pointer } });
    expect(await rejection(client.injuryImpacts(SPORT, []))).toBeInstanceOf(InvalidRequestError);
    const leaking = await rejection(client.injuryImpacts(SPORT, { note: service.apiKey }));
    expect(String(leaking)).toMatch(/contains the API key/);
    expect(service.requests).toHaveLength(0);
  });
});
