import { slateInputs } from "../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { generateSlate } from "./generate-slate.ts";

/** The slate of the sample request: small, to keep its documents small. */
const SLATE = "basketball.draftkings.showdown";

/** A sample lineup request and the projections of its game, by file name. */
export function requestFiles(): ReadonlyMap<string, unknown> {
  const { body, projections } = slateInputs(readSlateFile(generateSlate(SLATE), { file: `${SLATE}.csv` }));
  return new Map<string, unknown>([
    ["request.json", body],
    ["projections.json", projections],
  ]);
}
