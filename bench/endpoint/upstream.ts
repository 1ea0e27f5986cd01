import { randomUUID } from "node:crypto";
import { createServiceClient } from "../../src/service/client/index.ts";
import { lineupPath } from "../../src/service/server/routes.ts";
import { lineupRequestFor } from "../../test/support/lineup-request.ts";
import { type Service, startService } from "../../test/support/service.ts";
import type { Attack, AttackedServer } from "./attacks.ts";
import type { footballSlate } from "./slate.ts";

const SPORT = "basketball";
/** Milliseconds after which an attacker disconnects if the service does not answer for its game. */
const PATIENCE = 1_000;
/** Requests of a wave, each for the maximum number of games. */
const INVENTED = 47;
const GAMES = 64;

const HANGING = "20 requests for a game on which the service hangs";
const INVENTING = `${INVENTED} requests for ${GAMES} invented games each`;

/** The names of the attacks through the prediction service. */
export const UPSTREAM_ATTACKS = [HANGING, INVENTING];

/** The stub of the prediction service, a request for lineups of its games, and attacks through it. */
export interface Upstream extends AsyncDisposable {
  readonly service: Service;
  readonly slate: ReturnType<typeof footballSlate>;
  readonly attacks: Readonly<Record<string, Attack>>;
}

export async function startUpstream(): Promise<Upstream> {
  const service = await startService();
  const hanging = randomUUID();
  service.onRequest = ({ query }) => {
    if (query.get("event.uuid") === hanging) service.fault({ kind: "hang" });
  };
  const body = { ...lineupRequestFor(service.data[SPORT]!, "bookA", "classic"), count: 3 };
  const client = createServiceClient({ baseUrl: service.url, apiKey: service.apiKey });
  const projections = await client
    .fantasyPerformances(SPORT, { include: ["player", "team", "event"] })
    .document();
  await client.close();
  return {
    service,
    slate: { sport: SPORT, body, projections } as unknown as Upstream["slate"],
    attacks: {
      [HANGING]: (server) => () => Promise.all(Array.from({ length: 20 }, () => post(server, [hanging]))),
      [INVENTING]: (server) => async () => {
        for (let sent = 0; sent < INVENTED; sent += 1)
          await post(
            server,
            Array.from({ length: GAMES }, () => randomUUID()),
          );
      },
    },
    [Symbol.asyncDispose]: () => service.close(),
  };
}

async function post({ url, key, slate }: AttackedServer, games: readonly string[]): Promise<void> {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...slate.body, games }),
    signal: AbortSignal.timeout(PATIENCE),
  };
  const address = `${url}${lineupPath(slate.sport, "lineup-optimizer")}?api_key=${key}`;
  await fetch(address, request).then(
    (answer) => answer.arrayBuffer(),
    () => {},
  );
}
