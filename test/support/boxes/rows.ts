import type { AnyResource } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import type { Row } from "../conformance-row.ts";
import type { World } from "../scenario-world.ts";
import type { Oddities } from "./family.ts";
import * as boxes from "./resources.ts";

const HOME = "GET /organizations/:id/";
const LIST = "GET /organizations/:id/boxes/";
const MAKE = "POST /organizations/:id/boxes/";
const READ = "GET /organizations/:id/boxes/:id/";
const CHANGE = "PATCH /organizations/:id/boxes/:id/";
const REMOVE = "DELETE /organizations/:id/boxes/:id/";

/** The differences from a plain box. */
interface Odd extends Partial<Omit<Row, "requests">> {
  readonly rules?: Oddities;
  /** Inputs besides those of a plain box, and others for an update. */
  readonly inputs?: Values;
  readonly changed?: Values;
  readonly requests?: Partial<Row["requests"]>;
  readonly ownRequests?: readonly string[];
}

/** The row of a made-up resource. */
function rowOf(definition: AnyResource, odd: Odd = {}): Row {
  const { rules = {}, inputs = {}, changed = {}, requests, ownRequests = [LIST, CHANGE], ...more } = odd;
  const changes = { color: "blue", ...changed };
  return {
    resource: definition.name,
    definition,
    setUp: ({ sandbox, organizationId }) => {
      sandbox.control.call("PUT", "boxes-rules", rules);
      return Promise.resolve({ organizationId });
    },
    minimal: ({ organizationId }) => ({ organizationId, name: "one" }),
    full: ({ organizationId }) => ({ organizationId, name: "one", color: "red", ...inputs }),
    changes: () =>
      Object.fromEntries(Object.entries(changes).map(([name, to]) => [name, { to, wire: { [name]: to } }])),
    removals: {},
    replacements: () => ({}),
    stored: {},
    remove: () => undefined,
    look: (world, id) => rowsIn(world).find((row) => id.endsWith(String(row["id"]))),
    count: (world) => rowsIn(world).length,
    countAfterDelete: 0,
    derived: [],
    existing: {
      own: async (world, { organizationId }) => {
        await world.send("POST", `organizations/${String(organizationId)}/boxes/`, { name: "one" });
      },
      ownRequests,
      foreign: { none: "what is somebody's is shown by what the service has" },
    },
    requests: { create: [LIST, MAKE], update: [READ, CHANGE], delete: [REMOVE], ...requests },
    ...more,
  };
}

function rowsIn({ sandbox }: World): readonly Values[] {
  return sandbox.control.call("GET", "boxes") as readonly Values[]; // -- as the family stores them
}

/** A row for each made-up resource: one odd capability each. */
export const MADE_UP_ROWS: readonly Row[] = [
  rowOf(boxes.box, { inputs: { weight: 7 }, changed: { weight: 8 } }),
  rowOf(boxes.twin, { rules: { takesTwins: true }, requests: { create: [LIST, MAKE, LIST] }, looksBehind: ["create"] }),
  rowOf(boxes.vault, { inputs: { password: "secret one" }, changed: { password: "secret two" } }),
  rowOf(boxes.keyed, { rules: { tellsKey: true } }),
  rowOf(boxes.slow, {
    rules: { looksUntilGone: 1 },
    requests: { update: [LIST, CHANGE], delete: [REMOVE, LIST, LIST, HOME] },
  }),
  rowOf(boxes.crate, { rules: { sealsOpen: true }, inputs: { seal: "wax" }, changed: { seal: "lead" }, ripen: open }),
  rowOf(boxes.ration),
  rowOf(boxes.queued),
  rowOf(boxes.late, { rules: { colorsLater: true }, requests: { create: [LIST, MAKE, CHANGE] } }),
  rowOf(boxes.painted, { rules: { deletesColor: "grey" }, requests: { delete: [READ, CHANGE, REMOVE] } }),
  rowOf(boxes.kept, { requests: { delete: [] }, countAfterDelete: 1 }),
  rowOf(boxes.stray, { requests: { create: [LIST, MAKE, LIST] }, looksBehind: ["create"] }),
  rowOf(boxes.dull, { rules: { listOmits: ["color"] }, ownRequests: [LIST, READ, CHANGE] }),
  rowOf(boxes.lone),
  rowOf(boxes.weightless, { rules: { lacks: ["weight"] } }),
  rowOf(boxes.labelled, { requests: { create: [LIST, LIST, MAKE] }, ownRequests: [LIST, LIST, CHANGE] }),
];

function open({ sandbox }: World, id: string): void {
  sandbox.control.call("PATCH", `boxes/${id.split("/")[1] ?? ""}`, { is_open: true });
}
