/** Where the sandbox of a new project listens, and the key that every fresh sandbox begins with. */
export interface SandboxPlace {
  readonly port: number;
  readonly host: string;
  readonly apiKey: string;
}

/** The port on which a sandbox listens that is told none. */
export const USUAL_PORT = 8010;

/** Made up, and worth nothing elsewhere: the sandbox makes the same one anew each time. */
const FIRST_KEY = "phx_sandbox_4d172d6045d39822e6bd110a7345c00b";

/** The sandbox on a port. */
export function sandboxAt(port: number): SandboxPlace {
  return { port, host: `http://127.0.0.1:${port}`, apiKey: FIRST_KEY };
}
