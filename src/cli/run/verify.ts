import type { Catalog } from "../../catalog/catalog.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { verifyLineups } from "../../platform/node/verify.ts";
import type { FantasyLineupDocument } from "../../schema/lineups.ts";
import { REFUSED } from "../failure.ts";
import { inputName, isJson, parseJson, readBytes, refuseSharedStandardInput } from "../input/files.ts";
import { readLineupInput } from "../input/lineup-input.ts";
import type { VerifyOptions } from "../options/verify.ts";
import { note, writeResult } from "../output.ts";
import { inWords, located } from "../places.ts";
import { json } from "../render/json.ts";
import { verdictText } from "../render/verdict.ts";
import { type Judged, judgedRows } from "./verify-upload.ts";

/** Checks finished lineups: a document against the request it answers, a book's file row by row. */
export async function run(options: VerifyOptions): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const { request, salaries, projections, performances, lineups } = options;
  refuseSharedStandardInput({
    "--request": request,
    "--salaries": salaries,
    "--projections": projections,
    "--performances": performances,
    "--lineups": lineups,
  });
  const bytes = await readBytes(lineups);
  const judged = isJson(bytes)
    ? await judgeDocument(bytes, options, catalog)
    : await judgedRows(bytes, options, catalog);
  await writeResult(judged.text, options.output);
  if (!judged.legal) process.exitCode = REFUSED;
}

async function judgeDocument(bytes: Uint8Array, options: VerifyOptions, catalog: Catalog): Promise<Judged> {
  const input = await readLineupInput(options, catalog);
  for (const text of input.notes) note(text);
  const { sport, body, points, origin, seats, excludedSlots, onlyAvailable } = input;
  const places = { ...input.places, lineups: inputName(options.lineups) };
  const lineups = parseJson(bytes, options.lineups) as FantasyLineupDocument;
  const verdict = await verifyLineups(
    { ...points, sport, body, origin, seats, excludedSlots, onlyAvailable, lineups },
    { catalog },
  ).catch((error) => {
    throw located(error, places);
  });
  const text =
    options.format === "json" ? json(verdict) : verdictText(verdict, (words) => inWords(words, places));
  return { legal: verdict.legal, text };
}
