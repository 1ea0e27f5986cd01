import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { POINT_UNITS } from "../../src/engine/model/model.ts";
import { samplePath, sampleSlate } from "../cases/slates.ts";
import { WrongAnswerError } from "../check/wrong-answer.ts";
import type { PortfolioAsked } from "../portfolios/plan.ts";
import { portfolioOf } from "../portfolios/portfolio-of.ts";
import { subjectOf } from "../subject.ts";

/**
 * Compares totals, then times, with a public Python optimizer on the same slate and rules, if it is
 * installed.
 */
const PACKAGE = "pydfs-lineup-optimizer";
const PYTHON = process.env["PYTHON"] ?? "python3";
const SLATE = "american-football.draftkings.classic";
const LINEUPS = 150;
/** Runs of our engine per run of the peer, after a number of uncounted runs. */
const [RUNS, WARM_UP] = [9, 5];
/** Its totals of hundredths are sums of doubles. */
const NEAR = 0.005;
const GOAL = 500;

const CASES: readonly (PortfolioAsked & { readonly name: string })[] = [
  { name: "plain" },
  { name: "at most 30%, a QB and his receiver", most: 0.3, stack: "QB + 1" },
];

/** What `peer.py` answers. */
interface PeerAnswer {
  readonly seconds: number;
  readonly totals: readonly number[];
}

function peerAnswer({ most, stack }: PortfolioAsked): PeerAnswer {
  const script = fileURLToPath(new URL("peer.py", import.meta.url));
  const args = [
    script,
    samplePath(SLATE),
    String(LINEUPS),
    String(most ?? "all"),
    stack ? "stacked" : "free",
  ];
  const { status, stdout, stderr } = spawnSync(PYTHON, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${PYTHON} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as PeerAnswer;
}

/** Best first, in any order of arrival. */
function descending(totals: readonly number[]): number[] {
  return totals.toSorted((a, b) => b - a);
}

const found = spawnSync(PYTHON, ["-c", "import pydfs_lineup_optimizer"], { encoding: "utf8" });
if (found.status !== 0) {
  const why = found.error === undefined ? `${PYTHON} does not have ${PACKAGE}` : `there is no ${PYTHON}`;
  console.log(`Nothing was compared: ${why}. Install it with pip, or say which Python has it: PYTHON=...`);
} else {
  const subject = subjectOf({ slate: () => sampleSlate(SLATE) });
  for (const asked of CASES) {
    const { answer, close } = await portfolioOf(subject, asked, LINEUPS, Number.POSITIVE_INFINITY);
    const { lineups } = await answer();
    const own = descending(lineups.map(({ points }) => points / POINT_UNITS));
    const peer = peerAnswer(asked);
    const theirs = descending(peer.totals);
    const differing = own.findIndex((total, at) => !(Math.abs(total - theirs[at]!) <= NEAR));
    if (theirs.length !== LINEUPS || differing !== -1)
      throw new WrongAnswerError(
        `${asked.name}: of ${theirs.length} lineups the peer's ${differing} has ${theirs[differing]} points, not ${own[differing]}.`,
      );
    const times: number[] = [];
    for (let run = 0; run < WARM_UP + RUNS; run += 1) {
      const begin = performance.now();
      await answer();
      if (run >= WARM_UP) times.push(performance.now() - begin);
    }
    await close();
    const median = times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
    const ratio = (1000 * peer.seconds) / median;
    console.log(
      `${asked.name}: ${LINEUPS} equal totals; ${PACKAGE} ${peer.seconds.toFixed(1)} s, ` +
        `this ${median.toFixed(1)} ms: ${ratio.toFixed(0)} times as fast (goal ${GOAL})`,
    );
  }
}
