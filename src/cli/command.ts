/** One command: what `--help` prints, and what runs it and returns the exit code. */
export interface Command {
  readonly help: string;
  readonly run: (args: string[]) => Promise<number>;
  /** `--help` behind further words is the command's own matter. */
  readonly explainsItself?: boolean;
}
