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
} as const satisfies Record<string, Quirk>;
