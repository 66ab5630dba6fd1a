/** The phases that are measured, in the order in which they build on each other. */
export const PHASES = ["preview", "up", "refresh", "preview again", "destroy"] as const;

export type Phase = (typeof PHASES)[number];

/** What is behind the engine: ours, or a provider that does nothing, alone or with the requests that ours makes. */
export const SUBJECTS = ["orgform", "no-op", "no-op with requests"] as const;

/** One of them. */
export type OwnSubject = (typeof SUBJECTS)[number];

/** What can be measured: one of them, or the provider that the service's makers publish. */
export type Subject = OwnSubject | "official";

/** Where the domains are made; a provider that makes no requests gets an organization all the same. */
export interface Account {
  readonly organizationId: string;
  /** The variables that tell a provider where the service is; empty for one that makes no requests. */
  readonly env: Readonly<Record<string, string>>;
}

/** A program for one engine in a folder of its own, and how each phase of it is run. */
export interface Workspace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly commands: Readonly<Record<Phase, readonly string[]>>;
}

/** One engine with its providers. */
export interface Engine {
  readonly name: string;
  /** Fits the command lines of its provider's processes. */
  readonly process: RegExp;
  /** Makes a program of `count` domains in `folder`, which exists and is empty. */
  open(folder: string, subject: Subject, count: number, account: Account): Promise<Workspace>;
}
