import { hasQuirk } from "../../dialects.ts";
import { type Answer, type Exchange, bodyOf } from "../../pipeline/exchange.ts";
import { type ServiceError, failureInLive, invalid, invalidInput } from "../../pipeline/service-error.ts";
import { pythonString } from "../../wire/python-text.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { pluginToInstall } from "./access.ts";
import { type PluginFiles, type PluginRow, pluginsOf } from "./rows.ts";
import type { PluginView } from "./views.ts";

const MANIFEST = "plugin.json";
const PURPOSE = "source editing";
/** Longest name, of a file and of an item, in characters. @source live notes 7.1 */
const NAME_CHARS = 200;

/** `GET <family>/:id/source/`. @source live service 2025-08, flow 8:17, 8:379 */
export function showSource(exchange: Exchange<"id">, view: PluginView): Answer {
  return { status: 200, headers: {}, body: pluginToInstall(exchange, view, PURPOSE).files };
}

/**
 * `PATCH <family>/:id/update_source/`: a body of files by name. Files that aren't named stay; null removes a file, and
 * is stored if there was none. After all files are stored, the item gets its name and settings from `plugin.json`.
 * @source live service 2025-08, flow 8:297-308
 */
export function updateSource(exchange: Exchange<"id">, view: PluginView): Answer {
  const row = pluginToInstall(exchange, view, PURPOSE);
  const files = new Map<string, unknown>(Object.entries(row.files));
  for (const [name, source] of Object.entries(filesIn(exchange))) {
    if (source === null && typeof files.get(name) === "string") files.delete(name);
    else files.set(name, source);
  }
  const changed = { ...row, files: asStored(files) };
  const table = pluginsOf(exchange.world);
  if (hasQuirk(exchange.world.dialect, "brokenManifestIsKept")) table.put(changed);
  table.put({ ...changed, ...readManifest(exchange, files.get(MANIFEST)) });
  return { status: 200, headers: {}, body: Object.fromEntries(files) };
}

function filesIn(exchange: Exchange): Readonly<Record<string, unknown>> {
  const body = bodyOf(exchange);
  if (!isDictionary(body)) {
    throw failureInLive(exchange, invalidInput("Invalid data. Expected a dictionary.", null));
  }
  const long = Object.keys(body).find((name) => [...name].length > NAME_CHARS);
  if (long !== undefined) throw failureInLive(exchange, tooLong(null));
  return body;
}

/** Everything is stored as strings, but the response shows the values as sent. @source live service 2025-08, flow 8:305-306 */
function asStored(files: ReadonlyMap<string, unknown>): PluginFiles {
  return Object.fromEntries([...files].map(([name, source]) => [name, source === null ? null : pythonString(source)]));
}

/**
 * The values that the item gets from its manifest; an empty manifest counts as none. @source live service 2025-08, flow
 * 8:18, 8:304-308
 */
function readManifest(exchange: Exchange, source: unknown): Partial<Pick<PluginRow, "name" | "config_schema">> {
  if (source === undefined || source === null || source === "") return {};
  const unreadable = failureInLive(exchange, invalidInput(`${MANIFEST} is not readable.`, MANIFEST));
  const manifest = parsed(source);
  if (Array.isArray(manifest) || typeof manifest === "string") {
    // The service searches the string for the two words as if it were a dictionary.
    if (manifest.includes("name") || manifest.includes("config")) throw unreadable;
    return {};
  }
  if (!isDictionary(manifest)) throw unreadable;
  return fieldsOf(exchange, manifest, unreadable);
}

function fieldsOf(
  exchange: Exchange,
  { name, config }: Readonly<Record<string, unknown>>,
  unreadable: ServiceError,
): Partial<PluginRow> {
  const text = (name ?? null) === null ? null : pythonString(name);
  if (text !== null && [...text].length > NAME_CHARS) throw failureInLive(exchange, tooLong("name"));
  if (config === null) throw unreadable;
  return { ...(name === undefined ? {} : { name: text }), ...(config === undefined ? {} : { config_schema: config }) };
}

function tooLong(attr: string | null): ServiceError {
  return invalid("max_length", `Ensure this field has no more than ${NAME_CHARS} characters.`, attr);
}

/** Undefined if it isn't JSON. */
function parsed(source: unknown): unknown {
  try {
    return typeof source === "string" ? JSON.parse(source) : undefined;
  } catch {
    return undefined;
  }
}
