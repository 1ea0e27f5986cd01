import { loadCatalog } from "../../platform/node/catalog.ts";
import { verifyLineups } from "../../platform/node/verify.ts";
import type { FantasyLineupDocument } from "../../schema/lineups.ts";
import type { Verdict } from "../../verify/judge.ts";
import { REFUSED } from "../failure.ts";
import { inputName, readJson } from "../input/files.ts";
import { readLineupInput } from "../input/lineup-input.ts";
import type { VerifyOptions } from "../options/verify.ts";
import { note, writeResult } from "../output.ts";
import { inWords, located, type Places } from "../places.ts";
import { json } from "../render/json.ts";
import { verdictText } from "../render/verdict.ts";

/** Checks finished lineups against the request they answer. */
export async function run(options: VerifyOptions): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const [input, document] = await Promise.all([readLineupInput(options, catalog), readJson(options.lineups)]);
  for (const text of input.notes) note(text);
  const { sport, body, points, origin } = input;
  const places = { ...input.places, lineups: inputName(options.lineups) };
  const lineups = document as FantasyLineupDocument;
  const verdict = await verifyLineups({ ...points, sport, body, origin, lineups }, { catalog }).catch(
    (error) => {
      throw located(error, places);
    },
  );
  await writeResult(rendered(verdict, places, options), options.output);
  if (!verdict.legal) process.exitCode = REFUSED;
}

function rendered(verdict: Verdict, places: Places, { format }: VerifyOptions): string {
  return format === "json" ? json(verdict) : verdictText(verdict, (text) => inWords(text, places));
}
