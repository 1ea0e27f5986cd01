import type { Catalog } from "../../contests/catalog/catalog.ts";
import { readLineupsFile } from "../../files/lineups-file.ts";
import { readStandings } from "../../files/standings.ts";
import type { ContestRequest } from "../../optimizer/optimizer.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { PAYOUT_SHAPES, type PayoutShape, type Payouts } from "../../shared/schema/contest-play.ts";
import type { EnteredLineup } from "../../simulation/contest/entered.ts";
import type { Options } from "../options/definitions.ts";
import { note } from "../output.ts";
import { grouped } from "../render/amounts.ts";
import { usageError } from "../usage-error.ts";
import { inputName, readBytes, readText } from "./files.ts";
import type { LineupInput } from "./ready-input.ts";

type ContestFiles = Pick<ContestRequest, "payouts" | "field">;

/** Reads payouts and opponents. @throws InvalidFileError, InvalidRequestError */
export async function readContestFiles(
  options: Options<"contest">,
  input: LineupInput,
  catalog: Catalog,
): Promise<ContestFiles> {
  return {
    payouts: await readPayouts(options),
    field: await readField(options, input, catalog),
  };
}

/**
 * The candidate lineups: those of a file, or the number of draws whose best lineups to use.
 * @throws InvalidFileError
 */
export async function readCandidates(
  { candidates }: Options<"contest">,
  input: LineupInput,
  catalog: Catalog,
): Promise<EnteredLineup[] | number | undefined> {
  if (candidates === undefined) return undefined;
  return /^\d+$/.test(candidates) ? Number(candidates) : readEntered(candidates, input, catalog);
}

/** The lineups of a file. @throws InvalidFileError */
export async function readEntered(
  name: string,
  input: LineupInput,
  catalog: Catalog,
): Promise<EnteredLineup[]> {
  return readLineupsFile(await readBytes(name), { file: inputName(name), slate: input.slate, catalog });
}

async function readPayouts({ payouts, fee }: Options<"contest">): Promise<Payouts> {
  if ((PAYOUT_SHAPES as readonly string[]).includes(payouts)) {
    if (fee === undefined) throw usageError("--fee", `is missing; --payouts ${payouts} needs it.`);
    return { shape: payouts as PayoutShape, fee };
  }
  if (fee !== undefined)
    throw usageError(
      "--fee",
      `stands in the file that --payouts names. Leave it out, or name one of ${PAYOUT_SHAPES.join(", ")}.`,
    );
  const { parse } = await import("yaml");
  const file = inputName(payouts);
  const text = await readText(payouts).catch((error: unknown) => {
    if (!(error instanceof InvalidFileError)) throw error;
    const shapes = PAYOUT_SHAPES.join(", ");
    throw new InvalidFileError(file, null, `${error.issues[0]?.reason} Or name one of ${shapes}.`, error);
  });
  try {
    const parsed: unknown = parse(text);
    // A later check reports an invalid description.
    if (typeof parsed !== "object" || parsed === null) return parsed as Payouts;
    const { $schema: _, ...described } = parsed as Payouts & { readonly $schema?: unknown };
    return described as Payouts;
  } catch (error) {
    throw new InvalidFileError(file, null, `is neither YAML nor JSON: ${(error as Error).message}`, error);
  }
}

async function readField(
  { field: size, fieldSalary: leastSalary, fieldFile }: Options<"contest">,
  input: LineupInput,
  catalog: Catalog,
): Promise<ContestFiles["field"]> {
  if (fieldFile !== undefined) return { lineups: await readOpponents(fieldFile, input, catalog) };
  const ownership = [...(input.ownerships ?? [])].map(([uuid, percent]) => ({ uuid, percent }));
  return { size, leastSalary, ownership: ownership.length === 0 ? undefined : ownership };
}

async function readOpponents(name: string, input: LineupInput, catalog: Catalog): Promise<EnteredLineup[]> {
  const file = inputName(name);
  const bytes = await readBytes(name);
  const { slate } = input;
  const standings =
    slate &&
    readStandings(bytes, { file, contest: catalog.contest(slate.sport, slate.book, slate.contest), slate });
  if (!standings) return readLineupsFile(bytes, { file, slate, catalog });
  const { lineups, unread } = standings;
  const all = lineups.length + unread;
  if (unread > 0)
    note(
      `${file}: ${grouped(unread)} of ${grouped(all)} lineups seat somebody who is not of the slate, and are left out.`,
    );
  return [...lineups];
}
