import { partialRows } from "../../../capabilities/partial-rows.ts";
import { availability } from "../../../capabilities/availability.ts";
import { activityLog } from "../../../capabilities/activity-log.ts";
import { managedObjects } from "../../../capabilities/managed-objects.ts";
import { setBeforeDelete } from "../../../capabilities/set-before-delete.ts";
import * as z from "zod";

import type { Api } from "../../../client/client.ts";
import type { PipelineFamily, PipelineItemCreateBody } from "../../../client/pipeline-items.ts";
import type { Before, Call, Setter } from "../../../model/call.ts";
import { type AnyResource, defineResource } from "../../../model/definition.ts";
import type { CallContext } from "../../../model/call-context.ts";
import { field } from "../../../model/field.ts";
import type { Identity } from "../../../model/identity.ts";
import { textsByName, type Values } from "../../../model/json-value.ts";
import { fieldRef, typeName, typeRef, message, type Text } from "../../../model/messages.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../fields/field-types.ts";
import { newestActivity, NEWEST_PAGE } from "../../fields/newest-activity.ts";
import { organization } from "../organization/organization.ts";
import {
  type Capabilities,
  capabilitiesOf,
  type Family,
  itemInputs,
  type ItemWire,
  shown,
} from "./pipeline-item-fields.ts";
import { PIPELINE_ITEMS, retiredGuard, SUCCESSOR } from "./retired-items.ts";
import { readSource, type SourceFiles, sourceProblems, writeSource } from "./pipeline-item-source.ts";

/** What distinguishes one kind of pipeline item from another. */
export interface ItemKind {
  readonly name: string;
  readonly doc: string;
  /** The family in which to create an item. Items are read in the family that shows all of them. */
  readonly family: PipelineFamily;
  /** The items that the family shows; all if absent. */
  readonly shows?: Family;
  /** Capabilities of the example in the reference. */
  readonly example: Capabilities;
}

const NOTES = [
  message`The organization's \`plugins_access_level\` decides, not the member's level: 3 can read items, 6 can create and change them, 9 can also create global ones. Organizations of PostHog Cloud have 3, so you can't create or change items there. Orgform sends ${fieldRef("isGlobal")} only if it changes, because below level 9 the service refuses it even unchanged.`,
  message`\`source\` holds the code files that the service stores. Orgform sends only files that differ, and removes a file that leaves the program. Keys with scopes can't write files. If the key or the service doesn't show the files, Orgform doesn't see outside changes. \`plugin.json\` must be a JSON object and match \`name\` and ${fieldRef("configSchema")}, because the service takes both from it.`,
  "Names aren't unique in the service. Create adopts an item of the declared name in the same organization if it matches the declaration or has the server-side defaults. Otherwise create stops and offers `adopt`.",
  "The service has announced that it will remove pipeline items. Hog functions replace them. If a service no longer has pipeline items, a refresh keeps the state and says so. A destroy removes the item from the state, and a preview refuses a new item.",
  "Orgform makes a global item local before it deletes it. An item from a `url` first takes its name and description from there. Orgform then sets the declared ones.",
] as const;

const ANY_FAMILY_NOTE = message`${typeName("PipelineDestination")}, ${typeName("PipelineTransformation")}, ${typeName("PipelineFrontendApp")}, and ${typeName("PipelineImportApp")} are the same items, with capabilities for one family. Declare an item once.`;

const familyNote = ({ name }: ItemKind, { expected }: Family): Text =>
  message`The item appears in its family once the service knows its capabilities: ${expected}. Until then, and if the service moves it to another family, it stays the same ${typeName(name)}; ${typeRef("Plugin")} declares items of any family. Declare an item once.`;

/** What identifies an item. */
type ItemAt = Identity<"organizationId" | "itemId">;

const numberIn = (at: ItemAt): number => Number(at.itemId);

const identity = {
  parts: ["organizationId", "itemId"],
  of: ({ id }: ItemWire, scope: Identity<"organizationId">): ItemAt => ({
    organizationId: scope.organizationId,
    itemId: String(id),
  }),
} as const;

/** The log has no changes, only creators and removers of items. @source flow 8:23, 8:365 */
const LOG = activityLog({
  name: "plugins",
  scope: ["organizationId"],
  list: (api: Api, scope, call) =>
    newestActivity(api.plugins.activity(scope.organizationId, { ...call, ...NEWEST_PAGE })),
});

/** Declares a kind of pipeline item. @source contract, Pipeline item; live notes 7; live service 2025-08, flow 8 */
export function definePipelineItem(kind: ItemKind): AnyResource {
  const { name, doc, family, shows } = kind;
  const item: AnyResource = defineResource({
    kind: "object",
    name,
    doc,
    notes: [shows === undefined ? ANY_FAMILY_NOTE : familyNote(kind, shows), ...NOTES],
    example: {
      organizationId: EXAMPLE_ORGANIZATION,
      name: "Mailer",
      capabilities: kind.example,
      source: { "index.ts": "export const jobs = {};\n" },
    },
    stateVersion: 1,
    migrations: {},
    inputs: { organizationId: organizationIdInput, ...itemInputs(shows) },
    outputs: { itemId: field(z.string(), { doc: "Number of the item.", wire: shown("id", String), stable: true }) },
    identity,
    naturalKey: naturalKeyOf(shows),
    scopes: { read: ["plugin:read"], write: ["plugin:write"] },
    validate: sourceProblems,
    ops: {
      create: (api: Api, scope, body, call) => createItem(api, family, scope.organizationId, body, call),
      read: readItem,
      update: updateItem,
      setters: { source: setSource },
      delete: (api: Api, at, call) => api.plugins.delete(at.organizationId, numberIn(at), call),
    },
    collection: collectionOf(shows),
    parent: organization,
    capabilities: [
      availability({
        successor: SUCCESSOR,
        deprecation: message`The service has announced that it will remove pipeline items. ${SUCCESSOR}`,
      }),
      managedObjects({ kind: "Pipeline item" }),
      LOG,
      setBeforeDelete({ isGlobal: false }),
    ],
    guards: [retiredGuard<ItemWire>(() => item)],
  });
  return item;
}

/** Names are searched among the items that the family shows, and among items whose families aren't known yet. */
function naturalKeyOf(shows: Family | undefined) {
  const mayShow = (wire: ItemWire): boolean => {
    const capabilities = capabilitiesOf(wire);
    return shows === undefined || Object.keys(capabilities).length === 0 || shows.fits(capabilities);
  };
  return {
    fields: ["organizationId", "name"],
    isUnique: false,
    matches: (wire: ItemWire, inputs: { readonly name: string }) => wire.name === inputs.name && mayShow(wire),
    isNamed: (wire: ItemWire, text: string) =>
      String(wire.id) === text || ([wire.name, wire.url].includes(text) && mayShow(wire)),
    lookUpBy: ["itemId", "name"],
  };
}

function collectionOf(shows: Family | undefined) {
  return {
    name: "plugins",
    route: PIPELINE_ITEMS,
    scope: ["organizationId"] as const,
    words: "the pipeline items of the organization",
    list: (api: Api, scope: Identity<"organizationId">, call: Call) => listItems(api, scope.organizationId, call),
    servesReads: true,
    capabilities: [partialRows({ omits: ["source"] })],
    ...(shows === undefined ? {} : { listFilter: (wire: ItemWire) => shows.fits(capabilitiesOf(wire)) }),
  };
}

/** The organization's own items. The service also lists global items of other organizations. */
async function listItems(api: Api, organizationId: string, call: Call): Promise<ItemWire[]> {
  const items = await api.plugins.list(organizationId, call).all();
  const own = items.filter((item) => item.organization_id?.toLowerCase() === organizationId.toLowerCase());
  return own.map((item) => ({ ...item, files: undefined }));
}

/** Creates an item. A new item has no files, and code from elsewhere can't be declared as files. */
async function createItem(
  api: Api,
  family: PipelineFamily,
  organizationId: string,
  body: PipelineItemCreateBody,
  call: Call,
): Promise<ItemWire | undefined> {
  const plugin_type = body.plugin_type ?? (body.url === undefined ? "source" : "custom");
  const item = await api[family].create(organizationId, { ...body, plugin_type }, call);
  return item === undefined ? undefined : { ...item, files: {} };
}

/** In its own family, an item is "not found" until its capabilities are known, so this reads it among all items. */
async function readItem(api: Api, at: ItemAt, call: CallContext): Promise<ItemWire> {
  const item = await api.plugins.get(at.organizationId, numberIn(at), call);
  return { ...item, files: await readSource(api, at.organizationId, numberIn(at), call) };
}

async function updateItem(
  api: Api,
  at: ItemAt,
  body: PipelineItemCreateBody,
  call: Call,
  { wire: { files } }: Before<ItemWire>,
): Promise<ItemWire | undefined> {
  const item = await api.plugins.update(at.organizationId, numberIn(at), body, call);
  // The response to a change shows no files.
  return item === undefined ? undefined : { ...item, files };
}

const setSource: Setter<Api, ItemWire, keyof ItemAt> = async (api, at, to, { wire, state }, call) => {
  const wanted = textsByName(to);
  const place = { organizationId: at.organizationId, itemId: numberIn(at) };
  const there = wire.files ?? removedIn(state, wanted);
  return { ...wire, files: await writeSource(api, place, { there, wanted }, call) };
};

/** The files to delete, from the state, for a service that doesn't show files. */
function removedIn(state: Values, wanted: SourceFiles): SourceFiles {
  return Object.fromEntries(
    Object.entries(textsByName(state["source"])).filter(([name]) => !Object.hasOwn(wanted, name)),
  );
}
