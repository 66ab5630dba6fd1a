import { type Answer, type Exchange, bodyOf, organizationIdOf } from "../../pipeline/exchange.ts";
import { type ServiceError, failureInLive, invalid, invalidInput } from "../../pipeline/service-error.ts";
import { PLUGIN } from "../../wire/plugin.ts";
import { pythonString } from "../../wire/python-text.ts";
import { type FieldValues, readBody } from "../../wire/read-body.ts";
import { dictionaryIn } from "../../wire/read-value.ts";
import { pluginToUse, requireGlobalManagement } from "./access.ts";
import { logPlugin } from "./activity.ts";
import { downloadPlugin } from "./archives.ts";
import { type PluginRow, addPlugin, nextPluginNumber, pluginsOf, showPlugin, withoutQuery } from "./rows.ts";
import type { PluginView } from "./views.ts";

/** Longest URL in characters. @source live notes 7.1 */
const URL_CHARS = 800;

/** Responses of requests that log an activity read the session. @source live service 2025-08, flow 8:1, 8:27 */
const NOTED = { Vary: "Cookie, origin" } as const;

export function answerPlugin(exchange: Exchange, row: PluginRow): Answer {
  return { status: 200, headers: {}, body: showPlugin(exchange.world, row) };
}

/** No field is required, so a part of them is read like all. */
function read(exchange: Exchange): FieldValues {
  return readBody(PLUGIN, bodyOf(exchange), { dialect: exchange.world.dialect, partial: true });
}

/** `url` isn't checked like a field: any value is stored as a string. @source live notes 7.1 */
function sentUrl(exchange: Exchange): string | null {
  const { url } = dictionaryIn(bodyOf(exchange));
  if (url === undefined || url === null) return null;
  const text = pythonString(url);
  if ([...text].length <= URL_CHARS) return text;
  throw failureInLive(
    exchange,
    invalid("max_length", `Ensure this field has no more than ${URL_CHARS} characters.`, "url"),
  );
}

function isInstalled(url: string): ServiceError {
  return invalidInput(`Plugin from URL "${withoutQuery(url)}" already installed!`, null);
}

/** The values that an item gets from its URL; an item whose source is stored has only the sent values. */
function fromElsewhere(exchange: Exchange, values: FieldValues, url: string | null): FieldValues {
  if (values["plugin_type"] === "source") return {};
  const found = downloadPlugin(exchange, url, values["plugin_type"]);
  const installed = pluginsOf(exchange.world).one({ shown_url: withoutQuery(url ?? "") });
  if (installed !== undefined) throw isInstalled(url ?? "");
  return found;
}

/**
 * `POST` to any family: the item shows in the families that match its capabilities. @source live service 2025-08, flow
 * 8:174-292
 */
export function createPlugin(exchange: Exchange): Answer {
  const { world } = exchange;
  const values = read(exchange);
  const url = sentUrl(exchange);
  if (values["is_global"] === true) requireGlobalManagement(exchange);
  const found = fromElsewhere(exchange, values, url);
  const number = nextPluginNumber(world);
  if (url !== null && pluginsOf(world).one({ url }) !== undefined) throw failureInLive(exchange, isInstalled(url));
  const row = addPlugin(world, { ...values, ...found, number, url, organization: organizationIdOf(exchange) });
  logPlugin(exchange, row, "installed");
  return { status: 201, headers: NOTED, body: showPlugin(world, row) };
}

/** `PATCH` and `PUT`, without any required field. @source live service 2025-08, flow 8:4-10, 8:375-376 */
export function changePlugin(exchange: Exchange<"id">, view: PluginView): Answer {
  const row = pluginToUse(exchange, view);
  const values = read(exchange);
  if ("is_global" in values) requireGlobalManagement(exchange);
  return answerPlugin(exchange, pluginsOf(exchange.world).put({ ...row, ...values }));
}

/** @source live service 2025-08, flow 8:27-29, 8:318 */
export function removePlugin(exchange: Exchange<"id">, view: PluginView): Answer {
  const row = pluginToUse(exchange, view);
  if (row.is_global) {
    throw invalidInput("This plugin is marked as global! Make it local before uninstallation", null);
  }
  pluginsOf(exchange.world).delete(row.id);
  logPlugin(exchange, row, "uninstalled");
  return { status: 204, headers: NOTED };
}
