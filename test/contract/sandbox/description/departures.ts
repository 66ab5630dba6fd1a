/**
 * The places where the recorded service departs from its own description. The sandbox may depart there, too.
 *
 * If you have the description, run this from the root after a change of the recordings:
 * npx tsx test/contract/sandbox/description/departures.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SCRIPTS } from "../replay/flows/index.ts";
import { flowNames, readFlow } from "../replay/recording.ts";
import { ApiDescription, findDescription } from "./description.ts";

const FILE = join(process.cwd(), "test/contract/recordings/description/departures.json");

/** Each departure with the first recorded row that shows it. */
export type Departures = Readonly<Record<string, string>>;

/** The departures in the list. */
export function listedDepartures(): Departures {
  return JSON.parse(readFileSync(FILE, "utf8")) as Departures;
}

/** The departures that the recordings show. Rows that were only partly kept show none. */
export function recordedDepartures(description: ApiDescription): Departures {
  const found = new Map<string, string>();
  for (const flow of flowNames()) {
    for (const row of readFlow(flow).filter((each) => SCRIPTS[flow]?.isPartial?.(each) !== true)) {
      const { method, path, status, body, step } = row;
      const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
      for (const departure of description.departures(method, path, { status, text })) {
        if (!found.has(departure)) found.set(departure, `${flow}:${step}`);
      }
    }
  }
  return Object.fromEntries([...found.keys()].toSorted().map((departure) => [departure, found.get(departure) ?? ""]));
}

if (process.argv[1]?.endsWith("departures.ts") === true) {
  const file = findDescription();
  if (file === undefined) throw new Error("no description: name it in ORGFORM_API_DESCRIPTION");
  writeFileSync(FILE, `${JSON.stringify(recordedDepartures(new ApiDescription(file)), undefined, 2)}\n`);
}
