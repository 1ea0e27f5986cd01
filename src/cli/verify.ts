import { Command } from "commander";
import { loadCatalog } from "../platform/node/catalog.ts";
import { verifyLineups } from "../platform/node/verify.ts";
import type { FantasyLineupDocument } from "../schema/lineups.ts";
import type { Verdict } from "../verify/judge.ts";
import { formatOption, rulesOption } from "./arguments.ts";
import { REFUSED } from "./failure.ts";
import { inputName, readJson } from "./input.ts";
import { addInputOptions, type InputOptions, readLineupInput } from "./lineup-input.ts";
import { asJson, writeResult } from "./output.ts";
import { inWords, located, type Places } from "./places.ts";
import { verdictText } from "./render/verdict.ts";

interface Options extends InputOptions {
  readonly lineups: string;
  readonly rules: readonly string[];
  readonly format: "table" | "json";
}

/** Checks finished lineups against the request they answer. */
export function verifyCommand(): Command {
  return addInputOptions(
    new Command("verify").description(
      "Check lineups against the request or salary file they answer, without any solver.",
    ),
  )
    .requiredOption("--lineups <file>", "FantasyLineup document (JSON), as optimize --format json writes it")
    .addOption(rulesOption())
    .addOption(formatOption(["table", "json"]))
    .action(verify);
}

async function verify(options: Options): Promise<void> {
  const [catalog, input, document] = await Promise.all([
    loadCatalog({ rules: options.rules }),
    readLineupInput(options),
    readJson(options.lineups),
  ]);
  const { sport, body, projections } = input;
  const places = { ...input.places, lineups: inputName(options.lineups) };
  const lineups = document as FantasyLineupDocument;
  const verdict = await verifyLineups({ sport, body, projections, lineups }, { catalog }).catch((error) => {
    throw located(error, places);
  });
  await writeResult(rendered(verdict, places, options));
  if (!verdict.legal) process.exitCode = REFUSED;
}

function rendered(verdict: Verdict, places: Places, { format }: Options): string {
  return format === "json" ? asJson(verdict) : verdictText(verdict, (text) => inWords(text, places));
}
