import type { Quirk } from "./quirk.ts";

/** Where the dialects differ about events. */
export const EVENTS_QUIRKS = {
  eventsHoldStructures: {
    statement: "Properties, person and elements of an event are objects and a list instead of their JSON text.",
    documented: false,
    "2025-08": true,
    source: "contract, Event; live service 2025-08, flow 10:26",
  },
  eventExpressionsAreIgnored: {
    statement: "The parameters select and where of the events list are passed over.",
    documented: false,
    "2025-08": true,
    source: "contract, events table; live service 2025-08, notes on persons and events 4.1",
  },
  personsOfEventsAreOptIn: {
    statement: "The list of events has the persons with include_person alone, and at most 1,000 rows.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, persons-and-events.md, events",
  },
  eventValuesNeedEvents: {
    statement: "A key gets values of events only for named ones, and is told when it names no key.",
    documented: false,
    "2025-08": false,
    "2026-09": true,
    certainty: "read",
    source: "service 2026-09, persons-and-events.md, events/values",
  },
} as const satisfies Record<string, Quirk>;
