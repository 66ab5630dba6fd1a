/** The measured phases in order. Each builds on the one before. */
export const PHASES = ["preview", "up", "refresh", "preview again", "destroy"] as const;

export type Phase = (typeof PHASES)[number];

/** The engine's provider: ours, or a no-op provider, without requests or with the same requests as ours. */
export const SUBJECTS = ["orgform", "no-op", "no-op with requests"] as const;

/** Our provider or a no-op provider. */
export type OwnSubject = (typeof SUBJECTS)[number];

/** Everything that can be measured: those, or the official provider. */
export type Subject = OwnSubject | "official";

/** The organization of the domains. A provider that sends no requests also gets one. */
export interface Account {
  readonly organizationId: string;
  /** The environment variables for the service's location; empty for a provider that sends no requests. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program for one engine in its own folder, with a command for each phase. */
export interface Workspace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly commands: Readonly<Record<Phase, readonly string[]>>;
}

/** One engine with its providers. */
export interface Engine {
  readonly name: string;
  /** Matches the command lines of its provider's processes. */
  readonly process: RegExp;
  /** Writes a program with `count` domains into `folder`, which exists and is empty. */
  open(folder: string, subject: Subject, count: number, account: Account): Promise<Workspace>;
}
