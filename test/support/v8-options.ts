/** V8's option for processes that end threads: Node 20 aborts if another thread still optimizes code of one. */
const OWN_COMPILATION = "--no-concurrent-recompilation";

/** By V8's major version, when to optimize a function: after 15 times its usual work. */
const OPTIMIZED_LATER: Readonly<Record<string, string>> = {
  11: "--interrupt-budget=1000000",
  12: "--invocation-count-for-turbofan=45000",
};
const later = OPTIMIZED_LATER[process.versions.v8.split(".")[0]!];

/** V8's options for the processes that run tests, and those that they fork. */
export const TEST_OPTIONS: readonly string[] = [
  // Properties make much that does not last: with room for it, they take 8% less processor time.
  "--max-semi-space-size=64",
  // Most code runs a few times: compiling less of it takes 12% less.
  ...(later === undefined ? [] : [later]),
  // The same holds for HiGHS, which a short process compiles twice for a few small programs: 40% less there.
  "--wasm-tiering-budget=100000000",
  OWN_COMPILATION,
];
