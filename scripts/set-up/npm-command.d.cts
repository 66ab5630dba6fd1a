/** What to spawn for npm: `program` with `before` and then npm's own arguments. */
export interface NpmCommand {
  readonly program: string;
  readonly before: readonly string[];
  /** Whether a shell is needed, as for a `.cmd` file on Windows. */
  readonly shell: boolean;
}

/** The npm that runs us, else the one beside this Node, else whatever PATH has. */
export function npmCommand(): NpmCommand;
