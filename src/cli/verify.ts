import { Command } from "commander";
export function verifyCommand(): Command {
  return new Command("verify");
}
