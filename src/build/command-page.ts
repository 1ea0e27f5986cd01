/** Writes the command line reference to `docs/cli.md`. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command, Option } from "commander";
import { DEFINITIONS } from "../cli/options/definitions.ts";
import type { Definition } from "../cli/options/table.ts";
import { EXIT_CODES, program } from "../cli/program.ts";
import { code, table } from "./markdown.ts";

export const PAGE = fileURLToPath(new URL("../../docs/cli.md", import.meta.url));

/** All commands with their arguments and options, from their help texts. */
export async function commandPage(): Promise<string> {
  const definitions: Readonly<Record<string, Definition>> = DEFINITIONS;
  const { commands } = await program(Object.keys(definitions));
  return `${[
    "# Command line",
    "Every command and option, in the words of `--help`. `npm run docs:cli` makes this page from the option tables of the commands; a test keeps it current.",
    EXIT_CODES,
    ...commands.map((command) => partOf(command, definitions[command.name()]!)),
  ].join("\n\n")}\n`;
}

function partOf(command: Command, { epilogue = [] }: Definition): string {
  const help = command.createHelp();
  const names = command.registeredArguments.map((one) => [
    code(one.name()),
    text(help.argumentDescription(one)),
  ]);
  const headings = new Set(command.options.map(headingOf));
  const row = (option: Option) => [code(option.flags), text(help.optionDescription(option))];
  return [
    `## ${command.name()}`,
    text(command.description()),
    code(help.commandUsage(command)),
    ...(names.length > 0 ? [table(["argument", "meaning"], names)] : []),
    ...[...headings].flatMap((heading) => [
      `**${heading}**`,
      table(["option", "meaning"], command.options.filter((one) => headingOf(one) === heading).map(row)),
    ]),
    ...epilogue.map(text),
  ].join("\n\n");
}

function headingOf({ helpGroupHeading = "Options" }: Option): string {
  return helpGroupHeading.replace(/:$/, "");
}

/** Escapes the characters of a plain text that Markdown would read as markup. */
function text(plain: string): string {
  return plain.replaceAll(/[*<>\\`]/g, "\\$&");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, await commandPage());
