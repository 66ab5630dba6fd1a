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
  /** `local`, `custom`, `repository`, `source` or `inline`; `null` and any other text are kept. */
  plugin_type: textOrNull,
  name: textOrNull,
  description: textOrNull,
  url: textOrNull,
  icon: textOrNull,
  /** A list of settings, or an object. */
  config_schema: anything,
  tag: textOrNull,
  latest_tag: textOrNull,
  /** Belongs to every organization of the service; cannot be deleted while it does. */
  is_global: z.boolean(),
  /** `null` for what comes with the service. */
  organization_id: textOrNull,
  organization_name: textOrNull,
  /** Decides which families show the item, by its `methods` and `scheduled_tasks`. */
  capabilities: anything,
  metrics: anything,
  public_jobs: anything,
});

/**
 * A pipeline item as the service sends it; fields beyond the declared ones are kept as they came.
 *
 * @source contract "Pipeline item"; live-organizations 7.1, flows 8 (observed 2026-11-20)
 */
export type PipelineItemWire = z.output<typeof itemSchema>;

/** Fields of a pipeline item that can be written; leave out what should stay. */
export interface PipelineItemBody {
  /** `source` for code that is kept in the service; the others need a `url`. */
  readonly plugin_type?: string | null | undefined;
  /** At most 200 characters. */
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  /** At most 800 characters. */
  readonly icon?: string | null | undefined;
  readonly config_schema?: unknown;
  /** At most 200 characters. */
  readonly tag?: string | null | undefined;
  /** Leave it out unless the organization may manage global items: the service refuses `false`, too. */
  readonly is_global?: boolean | undefined;
  /** Such as `{ methods: ["onEvent"] }`; moves the item to the families that it fits. */
  readonly capabilities?: unknown;
  readonly metrics?: unknown;
  readonly public_jobs?: unknown;
}

/** Body of a create call; `url` cannot be changed afterwards. At most 800 characters, unique in the service. */
export type PipelineItemCreateBody = PipelineItemBody & { readonly url?: string | undefined };

const updatesSchema = z.looseObject({ plugin: itemSchema });

/** An item after the look for its updates, as the service sends it. */
export type PipelineUpdatesWire = z.output<typeof updatesSchema>;

const sourceSchema = z.record(z.string(), z.string().nullable());

/** Source files by name; `null` is a file that was removed before it was there. */
export type PipelineSourceWire = z.output<typeof sourceSchema>;

/**
 * Calls under `/api/organizations/{organization_id}/<family>/`.
 *
 * Four of the families are views of the fifth, `plugins`: an item shows in those that its `capabilities` fit, and is
 * answered with 404 in the others. Right after its creation it has none unless they were given, and shows as a frontend
 * app. @source live-organizations 7.3, flows 8:56-59, 8:174-266 (observed 2026-11-20)
 *
 * The running service refuses keys with scopes on all calls but the first five (`key_not_allowed`).
 */
export interface PipelineItemsApi {
  /** All items of the family: the organization's own and the global ones. */
  list(organizationId: OrganizationId, options?: ListOptions): Listing<PipelineItemWire>;
  /** Creates an item; `undefined` when the service said yes without sending it. */
  create(
    organizationId: OrganizationId,
    body: PipelineItemCreateBody,
    options?: CallOptions,
  ): Promise<PipelineItemWire | undefined>;
  /**
   * Reads one item.
   *
   * @throws not_found when there is none of this number, or it does not fit the family
   */
  get(organizationId: OrganizationId, itemId: number, options?: CallOptions): Promise<PipelineItemWire>;
  /** Changes the given fields; `undefined` when the service said yes without sending the item. */
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
   * @throws not_found when there is none; after a lost answer that is the trace of our own first attempt
   */
  delete(organizationId: OrganizationId, itemId: number, options?: CallOptions): Promise<void>;
  /** Looks for a newer version at the item's `url` and stores it as `latest_tag`; `undefined` for an empty answer. */
  checkForUpdates(
    organizationId: OrganizationId,
    itemId: number,
    options?: CallOptions,
  ): Promise<PipelineUpdatesWire | undefined>;
  /** The item's source files; `undefined` for an empty answer. */
  source(
    organizationId: OrganizationId,
    itemId: number,
    options?: CallOptions,
  ): Promise<PipelineSourceWire | undefined>;
  /**
   * Writes source files by name; files that are not named stay, `null` removes one. `undefined` for an empty answer.
   *
   * `plugin.json` sets name and configuration of the item; one that is no JSON is stored, and every later call fails.
   */
  updateSource(
    organizationId: OrganizationId,
    itemId: number,
    files: Readonly<Record<string, string | null>>,
    options?: CallOptions,
  ): Promise<PipelineSourceWire | undefined>;
  /** Fetches the item's newest version; one that is kept as source stays as it is. `undefined` for an empty answer. */
  upgrade(organizationId: OrganizationId, itemId: number, options?: CallOptions): Promise<PipelineItemWire | undefined>;
  /** What happened to items of the current project, newest first. */
  activity(organizationId: OrganizationId, options?: ListOptions): Stream<ActivityWire>;
  /** Configurations of the items that export unsubscribes. */
  exportsUnsubscribeConfigs(organizationId: OrganizationId, options?: CallOptions): Promise<Record<string, unknown>[]>;
  /** Items that are offered for installation. */
  repository(organizationId: OrganizationId, options?: CallOptions): Promise<Record<string, unknown>[]>;
  /** Numbers of items that no project uses, those of other organizations included. */
  unused(organizationId: OrganizationId, options?: CallOptions): Promise<number[]>;
}

/** The calls of all families. */
export type PipelineItemsApis = Readonly<Record<PipelineFamily, PipelineItemsApi>>;

/** Makes the pipeline item calls of one family. */
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
  /** The contract shows these without a body; nothing is an empty list. */
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
