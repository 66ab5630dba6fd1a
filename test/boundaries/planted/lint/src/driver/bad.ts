// Planted: each line that names a rule at its end must be reported by that rule.
type Colour = "red" | "green";

declare function send(): Promise<void>;
declare function later(call: () => void): void;

export function floating(): void {
  send(); // rule: no-floating-promises
}

export function misused(): void {
  later(async () => send()); // rule: no-misused-promises
}

export function inexhaustive(colour: Colour): void {
  switch (colour) { // rule: switch-exhaustiveness-check
    case "red":
      floating();
  }
}

export const loose: any = 1; // rule: no-explicit-any

export const unsafe: string = JSON.parse("1"); // rule: no-unsafe-assignment

export const environment = process.env; // rule: no-process-env

export const sure = (list: string[]): string => list[0]!; // rule: no-non-null-assertion

// @ts-ignore -- expected errors say so, ignored ones hide // rule: ban-ts-comment
export const wrong: number = "1";

export function thrown(): never {
  throw "text"; // rule: only-throw-error
}

console.log("noise"); // rule: no-console

// eslint-disable-next-line no-var -- nothing here needs it // rule: unused directive
export const unneeded = 1;

export default unneeded; // rule: no-default-export
