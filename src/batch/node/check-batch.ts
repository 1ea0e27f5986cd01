import { dirname, resolve } from "node:path";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { SEGMENT } from "../../shared/schema/fields.ts";
import { type LineFault, manifestError } from "../job.ts";
import type { Outcome } from "../row.ts";
import type { BatchOptions } from "./contract.ts";
import { FileDigests } from "./file-digests.ts";
import { surveyManifest } from "./manifest-lines.ts";
import { preparedChunks } from "./prepare.ts";
import { poolSettings, ThreadPool } from "./thread-pool.ts";

/** Maximum number of faulty jobs in an error. */
const MOST_LISTED = 20;

export type CheckOptions = Pick<
  BatchOptions,
  "manifest" | "threads" | "memory" | "solver" | "rules" | "scoring" | "jobTimeout" | "signal"
>;

/**
 * Reads and checks every job of a manifest with all its files, without solving. Returns the number of jobs.
 * @throws InvalidFileError with line and reasons of the first `MOST_LISTED` jobs that cannot be solved.
 */
export async function checkBatch(options: CheckOptions): Promise<number> {
  const { manifest, signal } = options;
  await loadCatalog(options);
  const { lines } = (await surveyManifest(manifest)).survey;
  const folder = dirname(resolve(manifest));
  const stamp = new Date(0).toISOString();
  const pool = new ThreadPool({ ...poolSettings(options, folder), stamp, dryRun: true });
  const faults: LineFault[] = [];
  try {
    const plan = { lines, segment: SEGMENT, shard: { index: 1, of: 1 } };
    const preparing = { folder, common: "", digests: new FileDigests(), slates: null };
    for await (const { jobs } of preparedChunks(manifest, plan, { from: 0 }, preparing)) {
      signal.throwIfAborted();
      for (const { state, row } of (await pool.solve(jobs)) ?? []) {
        if (state === "done" || faults.length >= MOST_LISTED) continue;
        const read = JSON.parse(Buffer.from(row).toString("utf8")) as Outcome & { readonly line: number };
        if (read.state !== "done")
          faults.push({ line: read.line, reasons: read.error.map(({ detail }) => detail) });
      }
    }
  } finally {
    await pool.close();
  }
  if (faults.length > 0) throw manifestError(manifest, faults);
  return lines;
}
