import process from "node:process";
import type { FleetEvent, FleetSession, OnEvent, RunResults } from "@orgform/fleet";
import type { CliCommand } from "../command.ts";
import { writeWhole } from "../drift/write-out.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { UsageError } from "../usage-error.ts";
import { fleetPackage } from "../optional-packages.ts";
import { wordsFor } from "./session.ts";

/** The flags that name files that a run writes besides its output. */
export const withFileFlags = (command: CliCommand): CliCommand =>
  command
    .option("--page <FILE>", "File for an HTML page. It's updated during the run.")
    .option(
      "--report <FILE>",
      "File for the results, as JSON. `orgform fleet report` combines those of several shards.",
    );

type FleetPackage = Awaited<ReturnType<typeof fleetPackage>>;

/** The page of results. */
export async function pageOf(results: RunResults, flags: FlagValues): Promise<string> {
  return pageBy(await fleetPackage(), results, flags);
}

function pageBy({ runPage }: FleetPackage, results: RunResults, flags: FlagValues): string {
  const options = { written: new Date().toISOString(), words: wordsFor(flags) };
  return runPage({ results, problems: [] }, options);
}

/** Writes the page and the results of a run, each whole or not at all. */
export class RunFiles {
  readonly #flags: FlagValues;
  readonly #fleet: FleetSession;
  readonly #package: FleetPackage;
  readonly #page: string | undefined;
  readonly #report: string | undefined;
  #isToldOf = false;
  #written = Promise.resolve();

  private constructor(flags: FlagValues, fleet: FleetSession, loaded: FleetPackage) {
    this.#flags = flags;
    this.#fleet = fleet;
    this.#package = loaded;
    this.#page = readText(flags["page"]);
    this.#report = readText(flags["report"]);
  }

  static async open(flags: FlagValues, fleet: FleetSession): Promise<RunFiles> {
    return new RunFiles(flags, fleet, await fleetPackage());
  }

  /** Reports events, and writes the results. */
  with(onEvent: OnEvent): OnEvent {
    return (event) => {
      onEvent(event);
      if (isWorthAPage(event)) this.#write("--page", this.#page, (results) => this.#pageOf(results));
      if (event.event === "end") this.#write("--report", this.#report, (results) => this.#package.resultsText(results));
    };
  }

  #pageOf(results: RunResults): string {
    return pageBy(this.#package, results, this.#flags);
  }

  /** Waits until everything that was told is in the files. */
  written(): Promise<void> {
    return this.#written;
  }

  #write(flag: string, path: string | undefined, textOf: (results: RunResults) => string): void {
    if (path === undefined) return;
    this.#written = this.#written.then(() => this.#writeNow(flag, path, textOf));
    // The run continues. Callers of `written` get the error.
    this.#written.catch(() => undefined);
  }

  /** A file that can't be written is reported once, and doesn't end the run. */
  async #writeNow(flag: string, path: string, textOf: (results: RunResults) => string): Promise<void> {
    const results = await this.#fleet.results();
    if (results === undefined) return;
    try {
      writeWhole(path, textOf(results), flag);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (!this.#isToldOf) process.stderr.write(`${error.message}\n`);
      this.#isToldOf = true;
    }
  }
}

function isWorthAPage(event: FleetEvent): boolean {
  if (event.event === "organization") return event.state === "failed";
  return event.event !== "note";
}
