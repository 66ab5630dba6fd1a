import type { SandboxPlace } from "./sandbox-place.ts";

/** What a project's commands depend on. */
export interface StepsPlace {
  readonly sandbox: SandboxPlace;
  /** Version of this package. */
  readonly version: string;
  /** The engine's name of this machine: `linux_amd64`. */
  readonly platform: string;
}

/** The commands of a project, from an empty machine to nothing left. */
export interface Steps {
  /** Between the installation and the first run. */
  readonly setUp: readonly string[];
  readonly up: string;
  readonly destroy: string;
  /** The three lines that are others for the real service. */
  readonly real: readonly [host: string, apiKey: string, program: string];
}

/** The address of the service that is shown for an example. */
export const REAL_HOST = "https://eu.posthog.com";

/** What is said, and the lines below it. */
export interface Section {
  readonly words: string;
  readonly lines: readonly string[];
}

/**
 * What a person does with a project, in order.
 *
 * @param enter - what leads into the folder: nothing for one who is there
 */
export function sectionsOf(
  { setUp, up, destroy, real }: Steps,
  { port, apiKey }: SandboxPlace,
  enter: readonly string[],
): Section[] {
  const sandbox = `npx orgform sandbox --port ${port} --key ${apiKey}`;
  return [
    {
      words: "Install, and start the sandbox, a local emulator of the service, which keeps its terminal:",
      lines: [...enter, "npm install", sandbox],
    },
    { words: "In a second terminal:", lines: [...enter, ...setUp, up] },
    { words: "The last line once more changes nothing. This removes everything again:", lines: [destroy] },
    { words: "For the real service three lines change:", lines: real },
  ];
}
