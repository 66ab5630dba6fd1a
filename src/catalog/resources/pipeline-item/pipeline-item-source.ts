import type { Api } from "../../../client/client.ts";
import { isApiError } from "../../../client/errors.ts";
import type { PipelineSourceWire } from "../../../client/pipeline-items.ts";
import type { Call } from "../../../model/call.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { Problem } from "../../../model/diagnostics.ts";
import { isRecord, jsonText, parsedJson, type Values } from "../../../model/json-value.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";

/** Source files by name. */
export type SourceFiles = Readonly<Record<string, string>>;

const MANIFEST = "plugin.json";

/**
 * The files of an item; undefined if the key or the organization can't read them, or the service shows none.
 *
 * @source live service 2025-08, flow 8:17, 8:361, 8:379; contract, pipeline items, rule 1
 */
export async function readSource(
  api: Api,
  organizationId: string,
  itemId: number,
  call: CallContext,
): Promise<SourceFiles | undefined> {
  const read = async (options: Call): Promise<SourceFiles | "refused" | undefined> => {
    try {
      return presentIn(await api.plugins.source(organizationId, itemId, options));
    } catch (error) {
      if (isApiError(error) && error.category === "permission") return "refused";
      throw error;
    }
  };
  let first: { files: SourceFiles | undefined } | undefined;
  // The service refuses a key always or never, so one request is enough.
  const isRefused = await call.once(`sources of pipeline items in ${organizationId}`, async (shared) => {
    const files = await read(shared);
    if (files !== "refused") first = { files };
    return files === "refused";
  });
  if (isRefused) return undefined;
  if (first !== undefined) return first.files;
  const files = await read(call);
  return files === "refused" ? undefined : files;
}

/** Sends the files that differ, and deletes the files that aren't wanted. */
export async function writeSource(
  api: Api,
  at: { readonly organizationId: string; readonly itemId: number },
  files: { readonly there: SourceFiles; readonly wanted: SourceFiles },
  call: Call,
): Promise<SourceFiles | undefined> {
  const changes = changesOf(files.there, files.wanted);
  if (Object.keys(changes).length === 0) return files.wanted;
  return presentIn(await api.plugins.updateSource(at.organizationId, at.itemId, changes, call));
}

/** The changes, file by file: the new text, or null for a file to delete. */
export function changesOf(there: SourceFiles, wanted: SourceFiles): Record<string, string | null> {
  const removed = Object.keys(there).filter((name) => !Object.hasOwn(wanted, name));
  const changed = Object.entries(wanted).filter(([name, text]) => there[name] !== text);
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed]);
}

/** The service returns null for a file that was removed before it existed. @source live service 2025-08, flow 8:302 */
function presentIn(files: PipelineSourceWire | undefined): SourceFiles | undefined {
  if (files === undefined) return undefined;
  return Object.fromEntries(Object.entries(files).filter((file): file is [string, string] => file[1] !== null));
}

/**
 * Why declared files can't be used.
 *
 * The service stores an unreadable manifest and then fails on every request. The manifest sets the item's name and
 * settings. @source live service 2025-08, flow 8:297-308
 */
export function sourceProblems({ source, name, configSchema, pluginType, url }: Values): Problem[] {
  if (!isRecord(source)) return [];
  const type = pluginType ?? (url === undefined ? "source" : "custom");
  if (typeof type === "string" && type !== "source") {
    const reason = message`the files of an item with a ${fieldRef("url")} come from there: leave this out, or set ${fieldRef("pluginType", "source")}`;
    return [{ path: "source", reason }];
  }
  const text = source[MANIFEST];
  if (typeof text !== "string" || text === "") return [];
  const reason = whyBadManifest(parsedJson(text), name, configSchema);
  return reason === undefined ? [] : [{ path: `source["${MANIFEST}"]`, reason }];
}

function whyBadManifest(manifest: unknown, name: unknown, configSchema: unknown): Text | undefined {
  if (!isRecord(manifest)) return "expected a JSON object: with anything else, the service can't read the item again";
  if (manifest["name"] !== undefined && typeof name === "string" && manifest["name"] !== name) {
    const names = message`${JSON.stringify(manifest["name"])}, ${fieldRef("name")} is ${JSON.stringify(name)}`;
    return message`names the item ${names}: it takes its name from here, so use the same name in both, or leave it out here`;
  }
  if (manifest["config"] === null) return "has `config: null`, which the service refuses";
  if (manifest["config"] === undefined || typeof configSchema !== "string") return undefined;
  if (jsonText(manifest["config"]) === jsonText(parsedJson(configSchema))) return undefined;
  return message`has another \`config\` than ${fieldRef("configSchema")}, which the item takes from here; leave out one of them`;
}
