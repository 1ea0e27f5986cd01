import { readFileSync } from "node:fs";
import { Command } from "commander";
import { keyCommand } from "./key.ts";
import { optimizeCommand } from "./optimize.ts";
import { rulesCommand } from "./rules.ts";
import { scoreCommand } from "./score.ts";
import { serveCommand } from "./serve.ts";
import { verifyCommand } from "./verify.ts";

/** Every command, in the order of the help. */
const COMMANDS = [optimizeCommand, verifyCommand, scoreCommand, rulesCommand, serveCommand, keyCommand];

const EXIT_CODES = `
Exit codes: 0 done; 1 no legal lineup, or a lineup that breaks a rule; 2 bad input; 70 failed, not by the
input; 130 interrupted.`;

/** The command line's parser. It throws `CommanderError` where it would end the process. */
export function program(): Command {
  const root = new Command("dfs-lineups")
    .description("Exact daily-fantasy lineups: the N best of a contest, proved best.")
    .version(version())
    .exitOverride()
    .configureOutput({ outputError: (message, write) => write(asParagraph(message)) })
    .addHelpText("after", EXIT_CODES);
  for (const create of COMMANDS) root.addCommand(create().copyInheritedSettings(root));
  return root;
}

function version(): string {
  const file = new URL("../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version;
}

/** The parser's own message in the form of all others. */
function asParagraph(message: string): string {
  return message.replace(/^error: /, "dfs-lineups: ").replaceAll(/\n(?=.)/g, " ");
}
