import { readFileSync } from "node:fs";
import { slateInputs } from "../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";

const FILE = new URL("../../examples/slates/american-football.draftkings.classic.csv", import.meta.url);
const PLAYERS = 468;

/** The football main slate, whose pool the goals refer to, and a request for 3 of its lineups. */
export function footballSlate() {
  const { sport, body, projections } = slateInputs(
    readSlateFile(readFileSync(FILE, "utf8"), { file: FILE.pathname }),
  );
  const size = body.players.length + (body.teams?.length ?? 0);
  if (size !== PLAYERS) throw new Error(`The slate has ${size} players, not ${PLAYERS}.`);
  return { sport, projections, body: { ...body, count: 3 } };
}
