import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about events. */
export const EVENTS_QUIRKS = {
  eventsHoldStructures: {
    statement: "The properties, person, and elements of an event are objects and a list instead of JSON text.",
    documented: false,
    "2025-08": true,
    source: "contract, Event; live service 2025-08, flow 10:26",
  },
  eventExpressionsAreIgnored: {
    statement: "The events list ignores the parameters `select` and `where`.",
    documented: false,
    "2025-08": true,
    source: "contract, events table; live service 2025-08, notes on persons and events 4.1",
  },
  personsOfEventsAreOptIn: {
    statement: "The list of events has persons only with `include_person`, and at most 1,000 rows.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, persons-and-events.md, events",
  },
  eventValuesNeedEvents: {
    statement:
      "A caller with an API key gets property values only for named events, and an error if the parameter `key` is missing.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, persons-and-events.md, events/values",
  },
} as const satisfies Record<string, Quirk>;
