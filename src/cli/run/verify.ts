import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { CertificateVerdict, CertifiedRequest } from "../../lineup/certificate/check.ts";
import type { LineupViolation, Verdict } from "../../lineup/verify/judge.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { verifyLineups } from "../../platform/node/verify.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { REFUSED } from "../failure.ts";
import { inputName, isJson, parseJson, readBytes } from "../input/files.ts";
import { readLineupInput } from "../input/lineup-input.ts";
import type { Options } from "../options/definitions.ts";
import { note, writeResult } from "../output.ts";
import { located, namingOf } from "../places.ts";
import { grouped } from "../render/amounts.ts";
import { folded } from "../render/folded.ts";
import { json } from "../render/json.ts";
import { printable } from "../render/printable.ts";
import { type Judged, judgedRows } from "./verify-upload.ts";

/** Checks finished lineups: a document against the request it answers, a book's file row by row. */
export async function run(options: Options<"verify">): Promise<void> {
  if (options.certificate !== undefined) return runCertificate(options, options.certificate);
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const lineups = options.lineups!;
  const bytes = await readBytes(lineups);
  const judged = isJson(bytes)
    ? await judgeDocument(bytes, { ...options, lineups }, catalog)
    : await judgedRows(bytes, { ...options, lineups }, catalog);
  await writeResult(judged.text, options.output);
  if (!judged.legal) process.exitCode = REFUSED;
}

/** Checks a self-contained certificate; other given inputs must be those of the certificate. */
async function runCertificate(options: Options<"verify">, certificate: string): Promise<void> {
  const { format, output, request, salaries } = options;
  const { checkCertificate } = await import("../../lineup/certificate/check.ts");
  const value = parseJson(await readBytes(certificate), certificate);
  const asked =
    (request ?? salaries) === undefined
      ? { catalog: await loadCatalog({ rules: options.rules }) }
      : await certifiedRequest(options);
  const verdict = checkCertificate(value, asked);
  await writeResult(format === "json" ? json(verdict) : certificateText(verdict), output);
  if (!verdict.holds) process.exitCode = REFUSED;
}

async function certifiedRequest(options: Options<"verify">): Promise<CertifiedRequest> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const { sport, body, points, origin, seats, excludedSlots, onlyAvailable } = await readLineupInput(
    options,
    catalog,
  );
  return { catalog, request: { ...points, sport, body, origin, seats, excludedSlots, onlyAvailable } };
}

async function judgeDocument(
  bytes: Uint8Array,
  options: Options<"verify"> & { readonly lineups: string },
  catalog: Catalog,
): Promise<Judged> {
  const input = await readLineupInput(options, catalog);
  for (const text of input.notes) note(text);
  const { sport, body, points, origin, seats, excludedSlots, onlyAvailable } = input;
  const places = { ...input.places, lineups: inputName(options.lineups) };
  const lineups = parseJson(bytes, options.lineups) as FantasyLineupDocument;
  const naming = options.format === "json" ? {} : namingOf(places);
  const verdict = await verifyLineups(
    { ...points, sport, body, origin, seats, excludedSlots, onlyAvailable, lineups },
    { catalog, naming },
  ).catch((error) => {
    throw located(error, places);
  });
  return { legal: verdict.legal, text: options.format === "json" ? json(verdict) : verdictText(verdict) };
}

/** The violations by lineup, and the number of lineups with violations. */
export function verdictText({ legal, lineups, violations }: Verdict): string {
  const line = ({ constraint, detail, pointer }: LineupViolation) =>
    `  ${constraint}: ${printable(detail)} (${printable(pointer)})`;
  const blocks = lineups.flatMap(({ uuid, violations: found }, index) =>
    found.length === 0 ? [] : [[`Lineup ${index + 1} (${uuid})`, ...found.map(line)].join("\n")],
  );
  const broken = blocks.length;
  if (violations.length > 0) blocks.push(["The document", ...violations.map(line)].join("\n"));
  const count = `${lineups.length} ${lineups.length === 1 ? "lineup" : "lineups"}`;
  if (legal) return `${count}, nothing wrong.\n`;
  return `${[...blocks, `${count}, ${broken} of them wrong.`].join("\n\n")}\n`;
}

/** The claims that a certificate proves, in words. */
function certificateText(verdict: CertificateVerdict): string {
  const { holds, faults, lineups, best, last, partial, unchecked } = verdict;
  const count = `${lineups} ${lineups === 1 ? "lineup" : "lineups"}`;
  const points = (value: number | null) => Number((value ?? 0).toFixed(4));
  const given =
    unchecked.length === 0
      ? ""
      : ` Taken from the certificate, as neither --salaries nor --request is given: ${unchecked.join("; ")}.`;
  const looked = `${grouped(partial)} partial lineups were looked at.${given}`;
  if (!holds) return [...faults.map((fault) => lines(printable(fault))), "It does not hold.\n"].join("");
  if (lineups === 0) return lines(`It holds: no lineup is legal. ${looked}`);
  return lines(
    `It holds: ${count} of ${points(best)} to ${points(last)} points, each legal, and none with more points than the last was left out. ${looked}`,
  );
}

/** Terminals have 80 columns. */
const WIDTH = 80;

function lines(text: string): string {
  return `${folded(text, WIDTH, "  ")}\n`;
}
