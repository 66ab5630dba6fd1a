import { styleText } from "node:util";

const isTerminal = process.stdout.isTTY === true;

function styled(format: Parameters<typeof styleText>[0], text: string): string {
  return isTerminal ? styleText(format, text) : text;
}

let step = 0;

/** Announces a step in plain words: what happens, and what to look at. */
export function announce(what: string, lookAt: string): void {
  step += 1;
  console.log(`\n${styled("bold", `${step}. ${what}`)}\n   ${lookAt}`);
}

/** Shows the command that is run next, as it could be typed. */
export function showCommand(command: string): void {
  console.log(styled("cyan", `   $ ${command}\n`));
}

/** Prints a text between two steps. */
export function say(text: string): void {
  console.log(`   ${text}`);
}
