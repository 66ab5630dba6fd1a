import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { type ProgramResult, runProgram } from "../../../scripts/set-up/pulumi/run-program.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import type { PulumiStack } from "../../support/pulumi-stack.ts";
import { until } from "../../support/stack-processes.ts";

/** A job of CI that has ended. */
export interface FinishedJob extends ProgramResult {
  /** A file that it left behind. */
  file(name: string): string;
}

/** Nothing of the user's own git has a say. */
const GIT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@acme.example",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@acme.example",
};

/** A bare repository with a program; somebody who works on it in the stack's folder; and jobs, each in a clone of its own. */
export class GitTeam {
  readonly #stack: PulumiStack;
  readonly #origin: string;
  #jobs = 0;

  private constructor(stack: PulumiStack) {
    this.#stack = stack;
    this.#origin = join(stack.folder, "origin.git");
  }

  /** Pushes what the stack's folder holds as the first commit of `main`. */
  static async open(stack: PulumiStack): Promise<GitTeam> {
    const team = new GitTeam(stack);
    const modules = join(stack.program, "node_modules");
    for (const name of ["typescript", "@types"])
      symlinkSync(join(REPOSITORY, "node_modules", name), join(modules, name), "junction");
    mkdirSync(join(modules, ".bin"));
    symlinkSync(join(REPOSITORY, "dist/cli/main.js"), join(modules, ".bin/orgform"));
    await team.#git("init", "--quiet", "--bare", "--initial-branch=main", team.#origin);
    await team.#git("init", "--quiet", "--initial-branch=main");
    await team.#git("remote", "add", "origin", team.#origin);
    await team.#push("main", "Keep the organization in git");
    return team;
  }

  /** Pushes a branch on which the program has these edits: a text that occurs in it once, and what takes its place. */
  async propose(branch: string, edits: readonly (readonly [before: string, after: string])[]): Promise<void> {
    await this.#git("switch", "--quiet", "--create", branch);
    const program = readFileSync(join(this.#stack.program, "main.ts"), "utf8");
    const edited = edits.reduce((text, [before, after]) => {
      if (text.split(before).length !== 2) throw new Error(`main.ts has not one ${before}`);
      return text.replace(before, after);
    }, program);
    this.#stack.write({ "main.ts": edited });
    await this.#push(branch, `Propose ${branch}`);
  }

  /** Merges a branch into `main`. */
  async merge(branch: string): Promise<void> {
    await this.#git("switch", "--quiet", "main");
    await this.#git("merge", "--quiet", "--no-ff", "--no-edit", branch);
    await this.#git("push", "--quiet", "origin", "main");
  }

  /** Runs one command in a fresh clone of a branch, as a job does. */
  async job(branch: string, command: string, env: Readonly<Record<string, string>>): Promise<FinishedJob> {
    const cwd = await this.#clone(branch);
    const [program = "", ...args] = command.split(" ");
    const result = await runProgram(program, args, { env: { ...this.#stack.env, ...env }, cwd, timeoutMs: 240_000 });
    return { ...result, file: (name) => readFileSync(join(cwd, name), "utf8") };
  }

  /** Starts a command in a fresh clone, and kills it with its whole process group as soon as the condition holds. */
  async killJobWhen(
    branch: string,
    command: string,
    env: Readonly<Record<string, string>>,
    holds: () => boolean,
  ): Promise<void> {
    const cwd = await this.#clone(branch);
    const [program = "", ...args] = command.split(" ");
    const child = spawn(program, args, { env: { ...this.#stack.env, ...env }, cwd, stdio: "ignore", detached: true });
    const ended = new Promise((resolve) => child.on("exit", resolve));
    try {
      await until(`${command} can be killed`, () => holds() || child.exitCode !== null);
      if (child.exitCode !== null) throw new Error(`${command} ended by itself, with ${child.exitCode}`);
    } finally {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      await ended;
    }
  }

  async #clone(branch: string): Promise<string> {
    this.#jobs += 1;
    const folder = join(this.#stack.folder, "jobs", String(this.#jobs));
    await this.#git("clone", "--quiet", "--branch", branch, this.#origin, folder);
    symlinkSync(join(this.#stack.program, "node_modules"), join(folder, "node_modules"), "junction");
    const selected = await runProgram("pulumi", ["stack", "select", "dev", "--non-interactive"], {
      env: this.#stack.env,
      cwd: folder,
    });
    if (selected.status !== 0) throw new Error(`pulumi stack select dev: ${selected.output}`);
    return folder;
  }

  async #push(branch: string, message: string): Promise<void> {
    await this.#git("add", "--all");
    await this.#git("commit", "--quiet", "--message", message);
    await this.#git("push", "--quiet", "origin", branch);
  }

  async #git(...args: readonly string[]): Promise<void> {
    const { status, output } = await runProgram("git", args, {
      env: { ...this.#stack.env, ...GIT },
      cwd: this.#stack.program,
    });
    if (status !== 0) throw new Error(`git ${args.join(" ")} ended with ${String(status)}: ${output}`);
  }
}
