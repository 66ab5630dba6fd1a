import { jest } from "@jest/globals";

import { run } from "../../src/cli/run.ts";

/** The output of a command in this process, because a separate process would take a second to start. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `orgform` in this process, one at a time. An undefined value removes a variable from the environment. */
export async function runHere(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<Ran> {
  const before = { ...process.env };
  const printed = { stdout: "", stderr: "" };
  const keep = (stream: "stdout" | "stderr") => (text: string | Uint8Array) => {
    printed[stream] += String(text);
    return true;
  };
  const spies = [
    jest.spyOn(process.stdout, "write").mockImplementation(keep("stdout")),
    jest.spyOn(process.stderr, "write").mockImplementation(keep("stderr")),
  ];
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  try {
    return { code: await run(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.env = before;
  }
}
