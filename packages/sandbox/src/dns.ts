import { serverFailure } from "./pipeline/service-error.ts";
import type { DnsRow } from "./store/rows.ts";
import type { Store } from "./store/store.ts";

/** One record: a string, or the several strings of one TXT record. */
export type TextRecord = string | readonly string[];

/** The sandbox's own DNS table as JSON; real DNS is never queried. */
export type DnsTable = Record<string, { TXT?: TextRecord[]; CNAME?: string; error?: "timeout" | "nxdomain" }>;

/**
 * Looks up the TXT records of a name; an unknown name has none.
 * @throws ServiceError 500 if the table says that the lookup times out @source live service 2025-08, flow 2:83
 */
export function lookUpText(store: Store, name: string): readonly (readonly string[])[] {
  const row = store.tables.dns.get(name.toLowerCase());
  if (row?.error === "timeout") throw serverFailure();
  return row?.error === "nxdomain" ? [] : (row?.records ?? []);
}

/** The target of a name's CNAME record, in lower case and without a final dot; undefined if there is none. */
export function lookUpAlias(store: Store, name: string): string | undefined {
  const row = store.tables.dns.get(plainName(name));
  return row?.alias === undefined || row.error !== undefined ? undefined : plainName(row.alias);
}

const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, "");

/** Sets the records of a name, or how its lookup fails. */
export function setDnsName(store: Store, name: string, entry: DnsTable[string]): void {
  const records = (entry.TXT ?? []).map((record) => (typeof record === "string" ? [record] : [...record]));
  const row: DnsRow = {
    id: name.toLowerCase(),
    records,
    ...(entry.CNAME === undefined ? {} : { alias: entry.CNAME }),
    ...(entry.error === undefined ? {} : { error: entry.error }),
  };
  store.transaction(() => store.tables.dns.put(row));
}

/** Removes a name; returns whether it existed. */
export function deleteDnsName(store: Store, name: string): boolean {
  return store.transaction(() => store.tables.dns.delete(name.toLowerCase()));
}

/** Removes all names. */
export function clearDns(store: Store): void {
  store.transaction(() => {
    for (const row of store.tables.dns.all()) store.tables.dns.delete(row.id);
  });
}

/** Returns the whole table. */
export function readDns(store: Store): DnsTable {
  const table: DnsTable = {};
  for (const row of store.tables.dns.all()) {
    const texts = row.records.map((strings) => (strings.length === 1 ? (strings[0] ?? "") : [...strings]));
    table[row.id] = {
      TXT: texts,
      ...(row.alias === undefined ? {} : { CNAME: row.alias }),
      ...(row.error === undefined ? {} : { error: row.error }),
    };
  }
  return table;
}
