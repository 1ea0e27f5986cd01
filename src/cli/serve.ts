import { Command } from "commander";
import { SERVE_OPTIONS, type ServeOptions } from "./serve-options.ts";

const ABOUT = `
POST /{sport}/v2/fantasy/lineup-optimizer answers lineup requests; /docs describes them. /health, /ready,
/metrics and /openapi.json need no API key, so let only those reach the port who may see them. The line on
standard output says the address once it listens. SIGTERM and SIGINT end it: what runs is finished.`;

/** Serves the optimizer over HTTP until a signal ends it. */
export function serveCommand(): Command {
  const command = new Command("serve").description("Serve the lineup optimizer over HTTP.");
  for (const option of SERVE_OPTIONS) command.addOption(option);
  return command.addHelpText("after", ABOUT).action(async (options: ServeOptions) => {
    // Loaded here, so that the other commands need not wait for the server's libraries.
    const { runServer } = await import("./run-server.ts");
    await runServer(options);
  });
}
