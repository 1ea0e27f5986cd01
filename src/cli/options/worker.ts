import { Option } from "commander";
import { wholeNumber } from "./arguments.ts";
import type { Definition } from "./definition.ts";
import { queueOption, queueTimeoutOption } from "./queue.ts";

/** What `worker` is told, as the parser hands it over. */
export interface WorkerCommandOptions {
  readonly queue?: string;
  readonly queueTimeout: number;
  readonly lostAfter: number;
  readonly threads?: number;
  readonly memory?: number;
  readonly quiet?: boolean;
}

/** What `worker` takes. */
export const definition: Definition = {
  description: "Solve the jobs of batches that are sent through a queue, until a signal comes.",
  options: [
    queueOption(),
    queueTimeoutOption(),
    new Option(
      "--lost-after <seconds>",
      "without a sign of life for so long, others take what this worker has",
    )
      .argParser(wholeNumber(1, 3_600))
      .default(8),
    new Option("--threads <n>", "threads, each with a whole job at a time (default: the cores)").argParser(
      wholeNumber(1, 256),
    ),
    new Option(
      "--memory <megabytes>",
      "heap of each thread; a job that needs more fails (default: what Node takes)",
    ).argParser(wholeNumber(16, 1_000_000)),
    new Option("--quiet", "say nothing but what went wrong"),
  ],
  epilogue: [
    "Any number of workers, anywhere, may come and go; what one of them leaves undone others do. A worker has to be of the batch's version of dfs-lineups, on a Node with the same zlib.",
  ],
};
