import * as z from "zod";
import { activityAt } from "./activity.ts";
import type { ActivityWire } from "./activity.ts";
import type { CallOptions, Caller } from "./caller.ts";
import type { Listing, ListOptions } from "./pagination.ts";
import { createListing } from "./pagination.ts";
import type { OrganizationId } from "./scopes.ts";
import { createStream } from "./stream.ts";
import type { Stream } from "./stream.ts";
import { anything, jsonObject, textOrNull } from "./wire.ts";

/** The five families; all of them hold the same kind of item. */
const FAMILIES = {
  pipelineDestinations: "pipeline_destinations",
  pipelineFrontendApps: "pipeline_frontend_apps",
  pipelineImportApps: "pipeline_import_apps",
  pipelineTransformations: "pipeline_transformations",
  plugins: "plugins",
} as const;

/** Name of a family in the client. */
export type PipelineFamily = keyof typeof FAMILIES;

const itemSchema = z.looseObject({
  id: z.number().int(),
  /** `local`, `custom`, `repository`, `source` or `inline`; `null` and any other string are kept. */
  plugin_type: textOrNull,
  name: textOrNull,
  description: textOrNull,
  url: textOrNull,
  icon: textOrNull,
  /** A list of settings, or an object. */
  config_schema: anything,
  tag: textOrNull,
  latest_tag: textOrNull,
  /** Belongs to every organization of the service; can't be deleted while it does. */
  is_global: z.boolean(),
  /** `null` for items that come with the service. */
  organization_id: textOrNull,
  organization_name: textOrNull,
  /** Its `methods` and `scheduled_tasks` decide which families show the item. */
  capabilities: anything,
  metrics: anything,
  public_jobs: anything,
});

/**
 * A pipeline item as the service sends it; undeclared fields are kept unchanged.
 *
 * @source contract "Pipeline item"; live-organizations 7.1, flows 8 (observed 2026-11-20)
 */
export type PipelineItemWire = z.output<typeof itemSchema>;

/** Writable fields of a pipeline item; omitted fields stay unchanged. */
export interface PipelineItemBody {
  /** `source` for code that the service stores; other types require a `url`. */
  readonly plugin_type?: string | null | undefined;
  /** At most 200 characters. */
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** At most 800 characters. */
  readonly icon?: string | null | undefined;
  readonly config_schema?: unknown;
  /** At most 200 characters. */
  readonly tag?: string | null | undefined;
  /** Omit it unless the organization can manage global items: the service refuses `false`, too. */
  readonly is_global?: boolean | undefined;
  /** Such as `{ methods: ["onEvent"] }`; moves the item to the matching families. */
  readonly capabilities?: unknown;
  readonly metrics?: unknown;
  readonly public_jobs?: unknown;
}

/** Body of a create request. `url` can't be changed later; at most 800 characters, unique in the service. */
export type PipelineItemCreateBody = PipelineItemBody & { readonly url?: string | undefined };

const updatesSchema = z.looseObject({ plugin: itemSchema });

/** An item after a check for updates, as the service sends it. */
export type PipelineUpdatesWire = z.output<typeof updatesSchema>;

const sourceSchema = z.record(z.string(), z.string().nullable());

/** Source files by name; `null` for a file that was removed although it didn't exist. */
export type PipelineSourceWire = z.output<typeof sourceSchema>;

/**
 * Requests under `/api/organizations/{organization_id}/<family>/`.
 *
 * Four of the families are views of the fifth, `plugins`: an item shows in the families that match its `capabilities`;
 * the others return 404. A new item without given capabilities has none at first, and shows as a frontend app. @source
 * live-organizations 7.3, flows 8:56-59, 8:174-266 (observed 2026-11-20)
 *
 * The running service refuses scoped keys for all requests except the first five (`key_not_allowed`).
 */
export interface PipelineItemsApi {
  /** All items of the family: the organization's own and the global ones. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<PipelineItemWire>;
  /** Creates an item; `undefined` if the service succeeded without returning it. */
  create(
    organizationId: OrganizationId,
    body: PipelineItemCreateBody,
    options?: CallOptions,
  ): Promise<PipelineItemWire | undefined>;
  /**
   * Reads one item.
   *
   * @throws not_found if there is none with this number, or it doesn't match the family
   */
  get(organizationId: OrganizationId, itemId: number, options?: CallOptions): Promise<PipelineItemWire>;
  /** Changes the given fields; `undefined` if the service succeeded without returning the item. */
  update(
    organizationId: OrganizationId,
    itemId: number,
    body: PipelineItemBody,
    options?: CallOptions,
  ): Promise<PipelineItemWire | undefined>;
  /**
   * Deletes an item.
   *
   * @throws invalid_input for a global item
   * @throws not_found if there is none; after a lost response, our own first attempt succeeded
   */
  delete(organizationId: OrganizationId, itemId: number, options?: CallOptions): Promise<void>;
  /** Checks the item's `url` for a newer version and stores it as `latest_tag`; `undefined` for an empty response. */
  checkForUpdates(
    organizationId: OrganizationId,
    itemId: number,
    options?: CallOptions,
  ): Promise<PipelineUpdatesWire | undefined>;
  /** The item's source files; `undefined` for an empty response. */
  source(
    organizationId: OrganizationId,
    itemId: number,
    options?: CallOptions,
  ): Promise<PipelineSourceWire | undefined>;
  /**
   * Writes source files by name. Files that aren't named stay; `null` removes one. `undefined` for an empty response.
   *
   * `plugin.json` sets the name and configuration of the item. The service stores a `plugin.json` that isn't JSON, and
   * every later request fails.
   */
  updateSource(
    organizationId: OrganizationId,
    itemId: number,
    files: Readonly<Record<string, string | null>>,
    options?: CallOptions,
  ): Promise<PipelineSourceWire | undefined>;
  /**
   * Fetches the item's latest version; doesn't change an item whose source the service stores. `undefined` for an empty
   * response.
   */
  upgrade(organizationId: OrganizationId, itemId: number, options?: CallOptions): Promise<PipelineItemWire | undefined>;
  /** The activity of the current project's items, newest first. */
  activity(organizationId: OrganizationId, options?: ListOptions): Stream<ActivityWire>;
  /** Configurations of the items that export unsubscribes. */
  exportsUnsubscribeConfigs(organizationId: OrganizationId, options?: CallOptions): Promise<Record<string, unknown>[]>;
  /** Items that are offered for installation. */
  repository(organizationId: OrganizationId, options?: CallOptions): Promise<Record<string, unknown>[]>;
  /** Numbers of items that no project uses, including those of other organizations. */
  unused(organizationId: OrganizationId, options?: CallOptions): Promise<number[]>;
}

/** The requests of all families. */
export type PipelineItemsApis = Readonly<Record<PipelineFamily, PipelineItemsApi>>;

/** Creates the pipeline item requests of one family. */
export function createPipelineItemsApi(caller: Caller, family: PipelineFamily): PipelineItemsApi {
  const base = `/api/organizations/{organization_id}/${FAMILIES[family]}/`;
  const all = (organizationId: OrganizationId, action = "") => ({
    route: base + action,
    params: { organization_id: organizationId },
  });
  const one = (organizationId: OrganizationId, itemId: number, action = "") => ({
    route: `${base}{item_id}/${action}`,
    params: { organization_id: organizationId, item_id: itemId },
  });
  const answer = itemSchema;
  /** The contract shows these without a body; an empty response is an empty list. */
  const listed = async <S extends z.ZodType>(at: ReturnType<typeof all>, item: S, options?: CallOptions) =>
    (await caller.readIfAny({ ...at, answer: z.array(item), ...options })) ?? [];
  return {
    list: (organizationId, options) =>
      createListing(caller, { ...all(organizationId), item: answer, idOf: (item) => String(item.id) }, options),
    create: (organizationId, body, options) =>
      caller.write({ method: "POST", ...all(organizationId), body, answer, ...options }),
    get: (organizationId, itemId, options) => caller.read({ ...one(organizationId, itemId), answer, ...options }),
    update: (organizationId, itemId, body, options) =>
      caller.write({ method: "PATCH", ...one(organizationId, itemId), body, answer, ...options }),
    delete: (organizationId, itemId, options) => caller.remove({ ...one(organizationId, itemId), ...options }),
    checkForUpdates: (organizationId, itemId, options) =>
      caller.readIfAny({ ...one(organizationId, itemId, "check_for_updates/"), answer: updatesSchema, ...options }),
    source: (organizationId, itemId, options) =>
      caller.readIfAny({ ...one(organizationId, itemId, "source/"), answer: sourceSchema, ...options }),
    updateSource: (organizationId, itemId, files, options) => {
      const call = { method: "PATCH", body: files, answer: sourceSchema } as const;
      return caller.write({ ...call, ...one(organizationId, itemId, "update_source/"), ...options });
    },
    upgrade: (organizationId, itemId, options) =>
      caller.write({ method: "POST", ...one(organizationId, itemId, "upgrade/"), body: {}, answer, ...options }),
    activity: (organizationId, options) => createStream(caller, activityAt(all(organizationId, "activity/")), options),
    exportsUnsubscribeConfigs: (organizationId, options) =>
      listed(all(organizationId, "exports_unsubscribe_configs/"), jsonObject, options),
    repository: (organizationId, options) => listed(all(organizationId, "repository/"), jsonObject, options),
    unused: (organizationId, options) => listed(all(organizationId, "unused/"), z.number().int(), options),
  };
}
