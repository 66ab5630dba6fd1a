import type { Cause, Changes, FleetEvent, OnEvent, Tally } from "@orgform/fleet";
import type { Paint } from "../paint.ts";

/** Prints every event as a line of JSON. */
export function jsonReporter(print: (text: string) => void): OnEvent {
  return (event) => print(`${JSON.stringify(event)}\n`);
}

/** Prints a line for each organization that ended, and a table of all at the end. */
export function textReporter(print: (text: string) => void, { paint, words }: TextOptions): OnEvent {
  const reporter = new TextReporter(paint, words);
  return (event) => {
    const text = reporter.textOf(event);
    if (text !== undefined) print(`${text}\n`);
  };
}

/** How a run is reported. */
export interface TextOptions {
  readonly paint: Paint;
  /** The words that a person types for a command of the same fleet. */
  readonly words: (command: string) => string;
}

type Ended = Extract<FleetEvent, { readonly event: "organization"; readonly durationMs: number }>;

class TextReporter {
  readonly #paint: Paint;
  readonly #words: TextOptions["words"];
  #total = 0;
  #done = 0;
  #startedMs = Date.now();
  #verb = "";
  #isResumed = true;
  #isHeld = false;

  constructor(paint: Paint, words: TextOptions["words"]) {
    this.#paint = paint;
    this.#words = words;
  }

  textOf(event: FleetEvent): string | undefined {
    switch (event.event) {
      case "start":
        return this.#start(event);
      case "wave":
        return this.#wave(event);
      case "organization":
        return "durationMs" in event ? this.#organization(event) : undefined;
      case "note":
        return this.#paint("yellow", event.text);
      case "stopped":
        return this.#paint("red", `Stopped: ${event.reason}.`);
      case "summary":
        return event.causes.length === 0 ? undefined : this.#causes(event.causes);
      case "end":
        return this.#end(event);
    }
  }

  #start({ action, run, organizations, waves, minutes }: Extract<FleetEvent, { readonly event: "start" }>): string {
    this.#total = organizations;
    this.#startedMs = Date.now();
    this.#verb = action === "plan" ? "to " : "";
    this.#isResumed = action === "up";
    const least =
      minutes === undefined || minutes === 0 ? "" : `, at least ${minutes} min because of the service's limits`;
    return `Run ${run}: ${counted(organizations, "organization")} in ${counted(waves, "wave")}${least}`;
  }

  #wave({ wave, state, organizations, reason }: Extract<FleetEvent, { readonly event: "wave" }>): string | undefined {
    this.#isHeld = state === "held";
    if (state === "ended") return undefined;
    if (state === "started") return this.#paint("bold", `Wave ${wave}: ${counted(organizations, "organization")}`);
    return this.#paint(
      "yellow",
      `${asSentence(reason ?? `wave ${wave} is waiting for approval`)}: \`${this.#words("approve")}\`, then \`${this.#words("resume")}\`.`,
    );
  }

  #organization(event: Ended): string {
    this.#done += 1;
    const { name, state, calls, durationMs } = event;
    const facts = [
      `[${String(this.#done).padStart(String(this.#total).length)}/${this.#total}] ${name}`,
      this.#paint(state === "failed" ? "red" : "green", state),
      state === "failed" ? firstLine(event.message) : changesText(event.changes, this.#verb),
      ...(calls === undefined ? [] : [counted(calls, "request")]),
      `${(durationMs / 1000).toFixed(1)} s`,
      ...this.#timeLeft(),
    ];
    return facts.join("  ");
  }

  /** By the pace so far. */
  #timeLeft(): string[] {
    const left = this.#total - this.#done;
    if (left <= 0) return [];
    const seconds = (((Date.now() - this.#startedMs) / this.#done) * left) / 1000;
    return [this.#paint("dim", seconds < 90 ? `${Math.ceil(seconds)} s left` : `${Math.ceil(seconds / 60)} min left`)];
  }

  #end({ succeeded, failed, notStarted }: Tally): string {
    const table = [
      ["succeeded", succeeded],
      ["failed", failed],
      ["not started", notStarted],
    ] as const;
    const rows = table.map(([word, number]) => `  ${word.padEnd(12)}${String(number).padStart(6)}`);
    // A wave that waits has said what comes next.
    const isOpen = this.#isHeld ? failed > 0 : failed + notStarted > 0;
    const next = isOpen ? [`Next: \`${this.#words("resume")}\`.`] : [];
    return ["", ...rows, ...(this.#isResumed ? next : [])].join("\n");
  }

  /** Each cause once, whatever the number of organizations. */
  #causes(causes: readonly Cause[]): string {
    const blocks = causes.map(({ organizations, message }) => {
      const [first = "", ...more] = organizations;
      const whom =
        more.length === 0 ? first : `${counted(organizations.length, "organization")}: ${organizations.join(", ")}`;
      return `${this.#paint("red", whom)}\n${indented(message)}`;
    });
    return ["", ...blocks].join("\n");
  }
}

const firstLine = (text = ""): string => text.replace(/\n.*$/su, "");
const indented = (text: string): string => text.replaceAll(/^/gmu, "  ");

/** Changes in words: "3 created, 1 updated"; of a plan "3 to create". */
export function changesText(changes: Changes, verb = ""): string {
  const words = { create: "created", update: "updated", replace: "replaced", delete: "deleted" } as const;
  const said = Object.entries(words).flatMap(([name, word]) => {
    const number = changes[name as keyof Changes]; // -- the table has its keys
    return number === 0 ? [] : [`${number} ${verb === "" ? word : `${verb}${name}`}`];
  });
  return said.length === 0 ? "nothing to change" : said.join(", ");
}

/** Words that stand within a sentence, as its beginning. */
export const asSentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** A number with its noun: "1 wave", "3 waves". */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
