import { once } from "node:events";
import { connect } from "node:net";
import { type LineupPath, lineupPath } from "../../src/service/server/routes.ts";
import type { footballSlate } from "./slate.ts";

/** An attacker's knowledge of the server. */
export interface AttackedServer {
  readonly url: string;
  /** The attacker's API key. */
  readonly key: string;
  readonly slate: ReturnType<typeof footballSlate>;
}

/** One wave of expensive requests; resolves when all are answered or refused. */
type Wave = () => Promise<unknown>;

/** A prepared attack, so that its waves cost the measuring process little. */
export type Attack = (server: AttackedServer) => Wave;

const CONNECTIONS = 20;
const GET = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n";
/** As many requests as fit into a packet of 64 KB. */
const PIPELINED = Math.floor(65_000 / GET.length);
/** The milliseconds that unread answers are left waiting. */
const UNREAD = 1_000;
const INFEASIBLE = 110;
const PORTFOLIOS = 110;
const UNREAD_REQUESTS = Buffer.from(GET.repeat(PIPELINED));

/** Every attack by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  "20 connections that pipeline and do not read":
    ({ url }) =>
    () =>
      fanOut(CONNECTIONS, () => sendUnread(url)),
  "480,000 zeros to exclude": (server) =>
    posting(server, [{ exclude: { players: new Array(480_000).fill(0) } }]),
  "330,000 objects to include": (server) =>
    posting(server, [{ include: { players: new Array(330_000).fill({}) } }]),
  "90,000 positions": (server) =>
    posting(server, [
      { positions: Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`P${at}`, 0])) },
    ]),
  "40,000 unknown names in a portfolio": (server) =>
    posting(
      server,
      [{ portfolio: { exclude: Array.from({ length: 200 }, (_, list) => nobodies(list)) } }],
      "lineup-portfolio",
    ),
  "110 infeasible requests at once": (server) =>
    posting(
      server,
      Array.from({ length: INFEASIBLE }, (_, index) => ({ cap: 1_000 + index })),
    ),
  "110 portfolios of 20 lineups at once": (server) =>
    posting(
      server,
      Array.from({ length: PORTFOLIOS }, (_, index) => ({
        cap: 50_000 - index,
        portfolio: { lineups: 20, unique: 2 },
      })),
      "lineup-portfolio",
    ),
};

/** 199 names that no other list has. */
function nobodies(list: number): readonly string[] {
  return Array.from({ length: 199 }, (_, at) => `Nobody ${list} ${at}`);
}

function fanOut(count: number, act: (index: number) => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, (_, index) => act(index)));
}

async function sendUnread(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(UNREAD_REQUESTS);
  const closed = once(socket, "close");
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, UNREAD))]);
  socket.destroy();
}

/** Posts the slate's body with each of these fields, all at once. */
function posting(
  { url, key, slate }: AttackedServer,
  bodies: readonly object[],
  kind: LineupPath = "lineup-optimizer",
): Wave {
  const address = `${url}${lineupPath(slate.sport, kind)}?api_key=${key}`;
  const texts = bodies.map((fields) => Buffer.from(JSON.stringify({ ...slate.body, ...fields })));
  return () =>
    fanOut(texts.length, async (index) => {
      const request = {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: texts[index]!,
      };
      await (await fetch(address, request)).arrayBuffer();
    });
}
