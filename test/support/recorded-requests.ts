import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";

/** Whether requests are recorded again, rather than compared with the record. */
export const RECORDS = process.env["ORGFORM_RECORD_REQUESTS"] !== undefined;

/** The text of one step: its name, and one line for each request. */
const sectionOf = (step: string, lines: readonly string[]): string =>
  `${step}\n${(lines.length === 0 ? ["nothing"] : lines).map((line) => `  ${line}\n`).join("")}`;

/** A text of requests by the steps that send them, which is compared or written again. */
export class RequestLog {
  /** The recorded sections by their steps. */
  readonly before: ReadonlyMap<string, string>;
  readonly #path: string;
  readonly #now = new Map<string, string>();

  constructor(path: string) {
    this.#path = path;
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    const sections = text.split(/^(?=\S)/mu).filter((section) => section !== "");
    this.before = new Map(sections.map((section) => [section.split("\n")[0] ?? "", section]));
  }

  /** Notes the requests of a step, as the text of its section. */
  note(step: string, lines: readonly string[]): string {
    const section = sectionOf(step, lines);
    this.#now.set(step, section);
    return section;
  }

  /** Writes the notes, if the run is a recording. */
  write(): void {
    if (!RECORDS) return;
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, [...this.#now.values()].join(""));
  }
}
