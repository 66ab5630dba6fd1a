import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { type ProgramResult, runProgram } from "../../../scripts/run-program.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { until } from "../../support/stack-processes.ts";

/** A finished CI job. */
export interface FinishedJob extends ProgramResult {
  /** The text of a file that the job left behind. */
  file(name: string): string;
}

/** Ignores the user's own git configuration. */
const GIT = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@acme.example",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@acme.example",
};

/** A program that a team works on. */
interface TeamPlace {
  /** The folder with the repository and its clones. */
  readonly folder: string;
  /** The folder of the program. */
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A bare repository with a program, a person who works on it in the program's folder, and jobs, each in its own clone.
 */
export class GitTeam {
  readonly #place: TeamPlace;
  readonly #origin: string;
  #jobs = 0;

  private constructor(place: TeamPlace) {
    this.#place = place;
    this.#origin = join(place.folder, "origin.git");
  }

  /** Pushes the contents of the program's folder as the first commit of `main`. */
  static async open(place: TeamPlace): Promise<GitTeam> {
    const team = new GitTeam(place);
    const modules = join(place.program, "node_modules");
    mkdirSync(join(modules, ".bin"), { recursive: true });
    for (const name of ["typescript", "@types"])
      symlinkSync(join(REPOSITORY, "node_modules", name), join(modules, name), "junction");
    symlinkSync(join(REPOSITORY, "dist/cli/main.js"), join(modules, ".bin/orgform"));
    await team.#git("init", "--quiet", "--bare", "--initial-branch=main", team.#origin);
    await team.#git("init", "--quiet", "--initial-branch=main");
    await team.#git("remote", "add", "origin", team.#origin);
    await team.#push("main", "Keep the organization in git");
    return team;
  }

  /** Pushes a branch with edits in one file. Each edit has a text that occurs once in the file, and its replacement. */
  async propose(
    branch: string,
    edits: readonly (readonly [before: string, after: string])[],
    file = "main.ts",
  ): Promise<void> {
    await this.#git("switch", "--quiet", "--create", branch);
    const path = join(this.#place.program, file);
    const edited = edits.reduce(
      (text, [before, after]) => {
        if (text.split(before).length !== 2) throw new Error(`${file} has not one ${before}`);
        return text.replace(before, after);
      },
      readFileSync(path, "utf8"),
    );
    writeFileSync(path, edited);
    await this.#push(branch, `Propose ${branch}`);
  }

  /** Merges a branch into `main`. */
  async merge(branch: string): Promise<void> {
    await this.#git("switch", "--quiet", "main");
    await this.#git("merge", "--quiet", "--no-ff", "--no-edit", branch);
    await this.#git("push", "--quiet", "origin", "main");
  }

  /**
   * Runs one command in a fresh clone of a branch, as a job does. Several lines run in a shell that ends at the first
   * failure.
   */
  async job(branch: string, command: string, env: Readonly<Record<string, string>>): Promise<FinishedJob> {
    const cwd = await this.#cloneOfStack(branch);
    const [program = "", ...args] = command.includes("\n") ? ["bash", "-ec", command] : command.split(" ");
    const result = await runProgram(program, args, { env: { ...this.#place.env, ...env }, cwd, timeoutMs: 240_000 });
    return { ...result, file: (name) => readFileSync(join(cwd, name), "utf8") };
  }

  /** Starts a command in a fresh clone, and kills it with its whole process group as soon as the condition holds. */
  async killJobWhen(
    branch: string,
    command: string,
    env: Readonly<Record<string, string>>,
    holds: () => boolean,
  ): Promise<void> {
    const cwd = await this.#cloneOfStack(branch);
    const [program = "", ...args] = command.split(" ");
    const child = spawn(program, args, { env: { ...this.#place.env, ...env }, cwd, stdio: "ignore", detached: true });
    const ended = new Promise((resolve) => child.on("exit", resolve));
    try {
      await until(`${command} can be killed`, () => holds() || child.exitCode !== null);
      if (child.exitCode !== null) throw new Error(`${command} ended by itself, with ${child.exitCode}`);
    } finally {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      await ended;
    }
  }

  /**
   * A fresh clone of a branch, with the program's modules. It replaces an earlier clone of this name. Returns its
   * folder.
   */
  async clone(branch: string, name = String((this.#jobs += 1))): Promise<string> {
    const folder = join(this.#place.folder, "jobs", name);
    rmSync(folder, { recursive: true, force: true });
    await this.#git("clone", "--quiet", "--branch", branch, this.#origin, folder);
    symlinkSync(join(this.#place.program, "node_modules"), join(folder, "node_modules"), "junction");
    return folder;
  }

  /** The same, with the Pulumi stack selected. */
  async #cloneOfStack(branch: string): Promise<string> {
    const folder = await this.clone(branch);
    const selected = await runProgram("pulumi", ["stack", "select", "dev", "--non-interactive"], {
      env: this.#place.env,
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
      env: { ...this.#place.env, ...GIT },
      cwd: this.#place.program,
    });
    if (status !== 0) throw new Error(`git ${args.join(" ")} ended with ${String(status)}: ${output}`);
  }
}
