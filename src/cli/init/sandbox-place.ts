import { randomBytes } from "node:crypto";

/** Where the sandbox of a new project listens, and its key. */
export interface SandboxPlace {
  readonly port: number;
  readonly host: string;
  readonly apiKey: string;
}

/** The default port of a sandbox. */
export const USUAL_PORT = 8010;

/** The sandbox on a port, with a key of its own, which is made up and worth nothing elsewhere: no other project has it. */
export function sandboxAt(port: number): SandboxPlace {
  const apiKey = `phx_sandbox_${randomBytes(16).toString("hex")}`;
  return { port, host: `http://127.0.0.1:${port}`, apiKey };
}
