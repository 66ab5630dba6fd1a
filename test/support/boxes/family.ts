import { z } from "zod";

import { controlRoute, controlRouteWith } from "../../../packages/sandbox/src/control/family-control.ts";
import type { Family } from "../../../packages/sandbox/src/family.ts";
import {
  type Answer,
  bodyOf,
  type Exchange,
  organizationIdOf,
} from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { pageOf } from "../../../packages/sandbox/src/pipeline/page.ts";
import { authorizeInOrganization } from "../../../packages/sandbox/src/pipeline/permission.ts";
import { inAll, route } from "../../../packages/sandbox/src/pipeline/route.ts";
import { invalid, notFound } from "../../../packages/sandbox/src/pipeline/service-error.ts";
import { defineTable, type Table } from "../../../packages/sandbox/src/store/table.ts";
import type { World } from "../../../packages/sandbox/src/world.ts";

/** The oddities of a made-up service of boxes; without any, everything is plain. */
const oddities = z.strictObject({
  /** Accepts a name twice. */
  takesTwins: z.boolean().optional(),
  /** A request for a new box, and one that changes `turn`, is answered with a key that is shown nowhere else. */
  tellsKey: z.boolean().optional(),
  /** A deleted box stays until it was listed this many times. */
  looksUntilGone: z.number().int().optional(),
  /** Refuses a seal until the box is open. */
  sealsOpen: z.boolean().optional(),
  /** Accepts no color in the request for a new box. */
  colorsLater: z.boolean().optional(),
  /** Deletes only boxes with this color. */
  deletesColor: z.string().optional(),
  /** Fields that rows of the list don't show. */
  listOmits: z.array(z.string()).optional(),
  /** Fields that it doesn't have. */
  lacks: z.array(z.string()).optional(),
});

/** The oddities of a table's service. */
export type Oddities = z.input<typeof oddities>;

/** A stored box. */
interface BoxRow {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** How often a deleted one is still listed. */
  readonly looksLeft: number | null;
}

const BOXES = defineTable<BoxRow>("boxes", { indexes: [["organization"]], within: "organization" });
const ODDITIES = defineTable<{ readonly id: string; readonly rules: Oddities }>("box_oddities", { indexes: [] });

/** The default values of a box. */
const DEFAULTS = { color: "grey", weight: null, seal: "", password: null };

/** Never shown. */
const HIDDEN = ["password"];

const boxesOf = ({ store }: World): Table<BoxRow> => store.table(BOXES);
const rulesOf = ({ store }: World): Oddities => store.table(ODDITIES).get("rules")?.rules ?? {};
const anything = inAll({ kind: "checked", check: () => undefined });
const nothing = inAll({ kind: "nothing" });
const write = {
  scope: "organization:write",
  authorize: (exchange: Exchange<"organization_id">) => authorizeInOrganization(exchange, 1),
};
const read = { ...write, scope: "organization:read" };

/** A made-up noun that is connected like any other noun: boxes of an organization. */
export const BOXES_FAMILY: Family = {
  name: "boxes",
  tables: [BOXES, ODDITIES],
  routes: [
    route({
      template: "/api/organizations/:organization_id/boxes/",
      title: "Box List",
      allow: "GET, POST",
      operations: {
        GET: { ...read, handle: listBoxes, answers: anything, isList: true },
        POST: { ...write, handle: makeBox, answers: anything },
      },
    }),
    route({
      template: "/api/organizations/:organization_id/boxes/:id/",
      title: "Box Instance",
      allow: "GET, PATCH, DELETE",
      operations: {
        GET: {
          ...read,
          handle: (exchange) => ({ status: 200, headers: {}, body: shown(exchange.world, boxInPath(exchange)) }),
          answers: anything,
        },
        PATCH: { ...write, handle: changeBox, answers: anything },
        DELETE: { ...write, handle: deleteBox, answers: nothing },
      },
    }),
  ],
  control: [
    controlRouteWith("PUT", "boxes-rules", oddities, (world, { body }) =>
      world.store.table(ODDITIES).put({ id: "rules", rules: body }),
    ),
    controlRoute("GET", "boxes", (world) => boxesOf(world).all()),
    controlRouteWith("PATCH", "boxes/:id", z.record(z.string(), z.unknown()), (world, { parameters, body }) => {
      const row = boxesOf(world).get(parameters.id);
      if (row === undefined) throw notFound();
      return boxesOf(world).put({ ...row, values: { ...row.values, ...body } });
    }),
  ],
};

function shown(world: World, { id, name, values, looksLeft }: BoxRow, further = {}): Record<string, unknown> {
  const left = [...HIDDEN, ...(rulesOf(world).lacks ?? [])];
  const row = { ...DEFAULTS, ...values, ...further, id, name, is_leaving: looksLeft !== null };
  return Object.fromEntries(Object.entries(row).filter(([key]) => !left.includes(key)));
}

function boxInPath(exchange: Exchange<"id">): BoxRow {
  const row = boxesOf(exchange.world).get(exchange.match.parameters.id);
  if (row === undefined || row.organization !== organizationIdOf(exchange)) throw notFound();
  return row;
}

function listBoxes(exchange: Exchange): Answer {
  const { world } = exchange;
  const boxes = boxesOf(world);
  for (const row of boxes.where({ organization: organizationIdOf(exchange) })) {
    if (row.looksLeft === 0) boxes.delete(row.id);
    else if (row.looksLeft !== null) boxes.put({ ...row, looksLeft: row.looksLeft - 1 });
  }
  const omits = rulesOf(world).listOmits ?? [];
  return pageOf(exchange, boxes.where({ organization: organizationIdOf(exchange) }), (row) =>
    Object.fromEntries(Object.entries(shown(world, row)).filter(([key]) => !omits.includes(key))),
  );
}

/** The response for a box. */
function sentTo(exchange: Exchange, before?: BoxRow): Record<string, unknown> {
  const body = z.record(z.string(), z.unknown()).parse(bodyOf(exchange));
  const { sealsOpen, takesTwins } = rulesOf(exchange.world);
  const isSealed = body["seal"] !== undefined && body["seal"] !== "";
  if (sealsOpen === true && isSealed && before?.values["is_open"] !== true) {
    throw invalid("invalid_input", "The box is closed.", "seal");
  }
  const same = boxesOf(exchange.world)
    .where({ organization: organizationIdOf(exchange) })
    .find(({ id, name }) => name === body["name"] && id !== before?.id);
  if (takesTwins !== true && same !== undefined) throw invalid("unique", "There is a box of this name.", "name");
  return body;
}

function makeBox(exchange: Exchange): Answer {
  const { world } = exchange;
  const { name, color, ...values } = sentTo(exchange);
  const { colorsLater, tellsKey } = rulesOf(world);
  const row = boxesOf(world).put({
    id: world.identifiers.uuid(),
    organization: organizationIdOf(exchange),
    name: String(name),
    values: {
      ...values,
      ...(color === undefined || colorsLater === true ? {} : { color }),
      made_at: new Date(world.clock.nowMs()).toISOString(),
    },
    looksLeft: null,
  });
  const key = tellsKey === true ? { key: `key of ${row.id}` } : {};
  return { status: 201, headers: {}, body: shown(world, row, key) };
}

function changeBox(exchange: Exchange<"id">): Answer {
  const row = boxInPath(exchange);
  const { name = row.name, ...values } = sentTo(exchange, row);
  const changed = boxesOf(exchange.world).put({ ...row, name: String(name), values: { ...row.values, ...values } });
  return { status: 200, headers: {}, body: shown(exchange.world, changed) };
}

function deleteBox(exchange: Exchange<"id">): Answer {
  const row = boxInPath(exchange);
  const { deletesColor, looksUntilGone } = rulesOf(exchange.world);
  const color = row.values["color"] ?? DEFAULTS.color;
  if (deletesColor !== undefined && color !== deletesColor) throw invalid("invalid_input", "It has a color.", "color");
  if (looksUntilGone === undefined) boxesOf(exchange.world).delete(row.id);
  else boxesOf(exchange.world).put({ ...row, looksLeft: looksUntilGone });
  return { status: 204, headers: {} };
}
