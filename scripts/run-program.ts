import { spawn } from "node:child_process";

/** The end of a program. `status` is undefined if it couldn't start, was killed, or timed out. */
export interface ProgramResult {
  readonly status: number | undefined;
  readonly output: string;
  readonly timedOut: boolean;
}

/** The program to start, and its timeout. */
export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Milliseconds until the program and everything it started is killed; no limit when absent. */
  readonly timeoutMs?: number;
}

/** Programs started here lead a separate process group if the system has groups, so their children end too. */
function killTree(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" });
    else process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** Calls `stop` when this process is asked to end, because a separate group doesn't receive the terminal's Ctrl-C. */
function stopWithUs(stop: () => void): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const onSignal = (signal: NodeJS.Signals): void => {
    stop();
    forget();
    process.kill(process.pid, signal);
  };
  const forget = (): void => {
    process.removeListener("exit", stop);
    for (const signal of signals) process.removeListener(signal, onSignal);
  };
  process.once("exit", stop);
  for (const signal of signals) process.once(signal, onSignal);
  return forget;
}

/** Runs a program to its end, without a shell, and never rejects. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let timedOut = false;
    const child = spawn(program, args, {
      env: options.env,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      detached: process.platform !== "win32",
      // Windows can't start a .cmd file without a shell. The arguments here are all our own.
      shell: process.platform === "win32" && program.endsWith(".cmd"),
    });
    const stop = (): void => killTree(child.pid);
    const forget = stopWithUs(stop);
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            stop();
          }, options.timeoutMs);
    const settle = (status: number | undefined, more = ""): void => {
      clearTimeout(timer);
      forget();
      resolve({ status, timedOut, output: Buffer.concat(chunks).toString("utf8") + more });
    };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => settle(undefined, error.message));
    child.on("close", (code) => settle(timedOut ? undefined : (code ?? undefined)));
  });
}
