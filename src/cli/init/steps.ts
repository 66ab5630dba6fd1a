import type { SandboxPlace } from "./sandbox-place.ts";

/** The facts that a project's commands depend on. */
export interface StepsPlace {
  readonly sandbox: SandboxPlace;
  /** Version of this package. */
  readonly version: string;
  /** The engine's name of this machine: `linux_amd64`. */
  readonly platform: string;
  /** The executable that runs; undefined for one who has the command from npm. */
  readonly executable: ExecutableWords | undefined;
}

/** An executable, as words of a shell. */
export interface ExecutableWords {
  /** Starts it: a name on PATH, or its path. */
  readonly command: string;
  readonly path: string;
}

/** The commands of a project, from an empty machine to nothing left. */
export interface Steps {
  /** Whether packages of npm bring the command and the provider. */
  readonly isFromNpm: boolean;
  /** Installs the provider. */
  readonly install: string;
  /** Starts the command. */
  readonly command: string;
  /** Between the installation and the first run. */
  readonly setUp: readonly string[];
  readonly up: string;
  readonly destroy: string;
  /** The three lines that are others for the real service. */
  readonly real: readonly [host: string, apiKey: string, program: string];
}

/** The command and the provider as packages of the project. */
export const FROM_NPM = { isFromNpm: true, install: "npm install", command: "npx orgform" } as const;

/** The address of the service that is shown for an example. */
export const REAL_HOST = "https://eu.posthog.com";

/** A sentence, and the lines of code below it. */
export interface Section {
  readonly words: string;
  readonly lines: readonly string[];
}

/**
 * A person's steps with a project, in order.
 *
 * @param enter - the command that enters the folder: empty if a person is already there
 */
export function sectionsOf(
  { install, command, setUp, up, destroy, real }: Steps,
  { port, apiKey }: SandboxPlace,
  enter: readonly string[],
): Section[] {
  const sandbox = `${command} sandbox --port ${port} --key ${apiKey}`;
  return [
    {
      words: "Install, and start the sandbox, a local emulator of the service, which runs until you stop it:",
      lines: [...enter, install, sandbox],
    },
    { words: "In a second terminal:", lines: [...enter, ...setUp, up] },
    { words: "If you run the last line again, nothing changes. To remove everything, run:", lines: [destroy] },
    { words: "For the real service, change three lines:", lines: real },
  ];
}
