import * as z from "zod";

import { type Said, where } from "./findings.ts";
import { parsedUrl } from "./parsed-url.generated.ts";
import { isUnknown, known, type Known } from "./picture/known.generated.ts";
import type { Living, Picture } from "./picture/picture.generated.ts";

/** Where a destination, or the integration that it uses, names its host. */
interface HostPlace {
  readonly field?: string;
  readonly integration?: { readonly block: string; readonly field: string };
  /** Whether a destination without the field sends to the host of its type. */
  readonly isOptional?: true;
}

/** The place of the host by the block of a destination; null for a block whose type sets the host. */
const HOST_PLACES: ReadonlyMap<string, HostPlace | null> = new Map<string, HostPlace | null>([
  ["s3", { field: "endpointUrl", isOptional: true }],
  ["awsS3", null],
  ["s3Compatible", { integration: { block: "s3Compatible", field: "endpointUrl" } }],
  ["snowflake", { field: "account", integration: { block: "snowflake", field: "account" } }],
  ["postgres", { field: "host", integration: { block: "postgresql", field: "host" } }],
  ["redshift", { field: "host", integration: { block: "awsRedshift", field: "host" } }],
  ["bigQuery", null],
  ["databricks", { integration: { block: "databricks", field: "serverHostname" } }],
  // The connection string has the host, and is a secret.
  ["azureBlob", {}],
  ["http", { field: "url" }],
  ["noOp", null],
]);

const SNOWFLAKE = ".snowflakecomputing.com";

type Export = Extract<Living["exports"], readonly unknown[]>[number];

/** Continues with the host to which an export sends; reports a host that the picture doesn't show as uncheckable. */
export function whereHost(
  { living }: Picture,
  one: Export,
  judge: (path: string, host: string) => readonly Said[],
): readonly Said[] {
  return where(one, "destination", one.destination, (destination) =>
    Object.entries(destination).flatMap(([block, content]) => {
      const place = HOST_PLACES.get(block);
      if (place === null) return [];
      return hostsOf(place ?? {}, fieldsOf(content), living.integrations).flatMap(({ field, host }) =>
        where(one, `destination.${block}.${field}`, host, (known) => judge(`destination.${block}.${field}`, known)),
      );
    }),
  );
}

interface Named {
  /** The field of the destination that names the host. */
  readonly field: string;
  readonly host: Known<string>;
}

type Fields = Readonly<Record<string, unknown>>;

/** An integration's host wins over the destination's own host, which still counts while the integration is hidden. */
function hostsOf(
  { field, integration, isOptional }: HostPlace,
  settings: Fields,
  all: Living["integrations"],
): Named[] {
  const host = hostIn(settings, field);
  const own = field === undefined || host === undefined ? [] : [{ field, host }];
  const linked = integration === undefined ? undefined : linkedHost(settings["integrationId"], integration, all);
  if (linked !== undefined) {
    const shown = isUnknown(linked) ? own.filter((one) => !isUnknown(one.host)) : [];
    return [...shown, { field: "integrationId", host: linked }];
  }
  if (own.length > 0 || isOptional === true) return own;
  return [
    { field: field ?? "integrationId", host: { unknown: "neither the export nor an integration shows the host" } },
  ];
}

/** The host in the integration of a number; undefined without an integration, or if the integration has no host. */
function linkedHost(
  given: unknown,
  { block, field }: { readonly block: string; readonly field: string },
  all: Living["integrations"],
): Known<string> | undefined {
  const link = textOrUnknown.safeParse(given).data;
  if (link === undefined || isUnknown(link)) return link;
  if (isUnknown(all))
    return { unknown: `integration ${link} has the host, and the picture doesn't show it: ${all.unknown}` };
  const found = all.find(({ integrationId }) => integrationId === link);
  if (found === undefined) return { unknown: `integration ${link} has the host, and the picture doesn't show it` };
  return isUnknown(found[block]) ? found[block] : hostIn(fieldsOf(found[block]), field);
}

const record = z.record(z.string(), z.unknown());

const textOrUnknown = known(z.string());

const fieldsOf = (content: unknown): Fields => record.safeParse(content).data ?? {};

/** The host in a field: an address of a server, a URL, or an account of Snowflake. Undefined if nothing is set. */
function hostIn(settings: Fields, field = ""): Known<string> | undefined {
  const value = textOrUnknown.safeParse(settings[field]).data;
  if (value === undefined || value === "") return undefined;
  if (isUnknown(value)) return value;
  const text = value.toLowerCase();
  if (field === "account") return text.endsWith(SNOWFLAKE) ? text : `${text}${SNOWFLAKE}`;
  return parsedUrl(text)?.hostname || text;
}
