import process from "node:process";
import type { Command } from "commander";
import { CliCommand } from "../command.ts";
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import { placesOf } from "../completion/places.ts";
import { zshScript } from "../completion/zsh.ts";

const SHELLS = {
  bash: { script: bashScript, load: "source <(orgform completion bash)" },
  zsh: { script: zshScript, load: "source <(orgform completion zsh)" },
  fish: { script: fishScript, load: "orgform completion fish | source" },
} as const;

const AFTER = `
To load it, add the line for your shell to its startup file:
${Object.entries(SHELLS)
  .map(([name, { load }]) => `  ${name.padEnd(6)}${load}`)
  .join("\n")}`;

/**
 * `orgform completion`: prints the script that lets a shell complete commands, functions, flags and their words.
 *
 * @param program - returns the whole command line, from which the script is generated
 */
export function completionCommand(program: () => Promise<Command>): CliCommand {
  const command = new CliCommand("completion")
    .usage("bash|zsh|fish")
    .description("Prints the script that completes commands, functions, flags, and flag values in your shell.")
    .addHelpText("after", AFTER);
  for (const [name, { script }] of Object.entries(SHELLS)) {
    const shell = new CliCommand(name).summary(`Print the script for ${name}.`).usage("");
    shell.description(`Prints the script for ${name}.`).runs(async () => {
      process.stdout.write(script(placesOf(await program())));
      return 0;
    });
    command.addCommand(shell);
  }
  return command.runs(async () => {
    command.outputHelp({ error: true });
    return 1;
  });
}
