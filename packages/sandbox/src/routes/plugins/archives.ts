import type { Exchange } from "../../pipeline/exchange.ts";
import { pathText } from "../../pipeline/request-path.ts";
import { type ServiceError, failureInLive, invalidInput } from "../../pipeline/service-error.ts";
import { singletonsOf } from "../../store/rows.ts";
import type { World } from "../../world.ts";
import type { PluginFiles, PluginRow } from "./rows.ts";

/** One version of a plugin that is stored elsewhere: its tag or commit, and its files by name. */
export type Release = { readonly tag: string; readonly files: Readonly<Record<string, string>> };

/** The sandbox's own internet: releases by address without scheme, such as "github.com/acme/plugin", oldest first. */
export type Archives = Readonly<Record<string, readonly Release[]>>;

const ARCHIVES = "plugin-archives";
const ARCHIVES_TABLE = singletonsOf<Archives>();

export function readArchives(world: World): Archives {
  return world.store.table(ARCHIVES_TABLE).get(ARCHIVES)?.value ?? {};
}

export function writeArchives(world: World, archives: Archives): Archives {
  world.store.tables.singletons.put({ id: ARCHIVES, value: archives });
  return archives;
}

/** URLs that the service understands: the location, and the version if the URL contains one. */
const ADDRESSES: readonly RegExp[] = [
  /^https?:\/\/(?:www\.)?(?<place>github\.com\/[\w.-]+\/[\w.-]+)(?:\/(?:commit|releases\/tag|tree(?=\/[a-f0-9]{40}$))\/(?<tag>[\w.-]+))?$/,
  /^https?:\/\/(?:www\.)?(?<place>github\.com\/[\w.-]+\/[\w.-]+)\/archive\/(?<tag>[\w./-]+)(?:\.zip|\.tar\.gz)$/,
  /^https?:\/\/(?:www\.)?(?<place>npmjs\.com\/package\/(?:@[a-z0-9_-]+\/)?[a-z0-9_-]+)(?:\/v\/(?<tag>[\w.-]+))?$/,
  /^https?:\/\/(?:www\.)?(?<place>gitlab\.com\/[\w./-]+?)(?:\/-\/[\w.]+\/(?<tag>[\w.-]+)(?:\/.*)?)?$/,
];

/** The release of a URL: the one it names, else the latest; undefined if there is none. */
export function releaseAt(world: World, url: string): Release | undefined {
  const address = pathText(url).replaceAll(/^\/+|\/+$/g, "");
  const found = ADDRESSES.map((pattern) => pattern.exec(address)?.groups).find((groups) => groups !== undefined);
  if (found === undefined) return undefined;
  const { place = "", tag } = found;
  const releases = readArchives(world)[place] ?? [];
  return tag === undefined ? releases.at(-1) : releases.find((release) => release.tag === tag);
}

/** In the running service, an unhandled failure: a URL that it can't read, or that leads nowhere. */
export function unreachable(exchange: Exchange): ServiceError {
  const detail = "Must be the URL of a GitHub or GitLab repository, or of a npm package, that can be reached.";
  return failureInLive(exchange, invalidInput(detail, null));
}

/**
 * The values that an item gets from its source. There are no local folders, so nothing is found in one.
 * @source live service 2025-08, first recording "plugins create local", flow 8:290-291; live notes 7.2
 */
export function downloadPlugin(exchange: Exchange, url: string | null, sentType: unknown): Partial<PluginRow> {
  if (url?.startsWith("file:") === true) {
    const folder = url.slice("file:".length).replace(/([^/])$/, "$1/");
    throw invalidInput(`Could not load plugin.json from: ${folder}plugin.json`, null);
  }
  const release = url === null ? undefined : releaseAt(exchange.world, url);
  if (release === undefined) throw unreachable(exchange);
  const { "plugin.json": text } = release.files;
  if (text === undefined) throw invalidInput("Could not find plugin.json in the plugin", null);
  const manifest = JSON.parse(text) as Manifest;
  const config_schema = manifest.config ?? [];
  if (manifest.stateless === true && Object.keys(config_schema).length > 0) {
    throw invalidInput("Stateless plugins cannot have a config!", null);
  }
  return {
    plugin_type: sentType === "repository" ? "repository" : "custom",
    name: manifest.name,
    description: manifest.description ?? "",
    icon: manifest.icon ?? null,
    config_schema,
    public_jobs: manifest.publicJobs ?? {},
    tag: release.tag,
    latest_tag: release.tag,
    files: filesOf(release, manifest),
  };
}

/** The used part of a plugin.json. */
type Manifest = {
  readonly name: string;
  readonly description?: string;
  readonly icon?: string;
  readonly config?: unknown;
  readonly publicJobs?: unknown;
  readonly stateless?: boolean;
  readonly main?: string;
};

/** The four files that are read from an archive, the main one under a fixed name. @source live notes 7.2 */
function filesOf({ files }: Release, manifest: Manifest): PluginFiles {
  const main = [manifest.main ?? "index.js", manifest.main ?? "index.ts"].find((name) => Object.hasOwn(files, name));
  const kept = ["frontend.tsx", "site.ts"].filter((name) => Object.hasOwn(files, name));
  return {
    "plugin.json": spacedJson(manifest),
    ...Object.fromEntries(kept.map((name) => [name, files[name] ?? null])),
    ...(main === undefined ? {} : { "index.ts": files[main] ?? null }),
  };
}

/** JSON as the service writes it: with a space after comma and colon, and in ASCII. */
function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${spacedJson(key)}: ${spacedJson(item)}`);
    return `{${members.join(", ")}}`;
  }
  return JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
