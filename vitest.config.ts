import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts"],
    // A busy machine with few cores slows a property down without making it wrong.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 5 } },
  },
});
