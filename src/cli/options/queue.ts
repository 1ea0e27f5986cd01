import { Option } from "commander";
import { wholeNumber } from "./arguments.ts";

/** The environment variable that may stand in for `--queue`: an address may hold a password. */
const QUEUE = "DFS_LINEUPS_QUEUE";

/** Where jobs wait for workers. */
export function queueOption(): Option {
  return new Option(
    "--queue <url>",
    "let the workers of this queue solve the jobs, redis:// or postgres://; needs bullmq, and ioredis or pg",
  ).env(QUEUE);
}

/** For how long the queue's server may be gone. */
export function queueTimeoutOption(): Option {
  return new Option(
    "--queue-timeout <seconds>",
    "give up when the queue's server has not answered for this long",
  )
    .argParser(wholeNumber(1, 86_400))
    .default(60);
}
