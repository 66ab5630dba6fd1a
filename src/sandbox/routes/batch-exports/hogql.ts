import type { Exchange } from "../../pipeline/exchange.ts";
import { invalid, sandboxError } from "../../pipeline/service-error.ts";

/** What a query was made into. @source live service 2025-08, flow 7:204-230 */
export type ExportSchema = {
  readonly fields: readonly { readonly expression: string; readonly alias: string }[];
  readonly values: Readonly<Record<string, string>>;
  readonly hogql_query: string;
};

/** Makes a query into a schema; undefined when none was sent. */
export function schemaOf(_exchange: Exchange, query: unknown): ExportSchema | undefined {
  if (query === undefined) return undefined;
  if (typeof query !== "string" || query.trim() === "")
    throw invalid("invalid_input", "Failed to parse query", "hogql_query");
  throw sandboxError(501, "not_implemented", "The sandbox does not read the query of a batch export.");
}
