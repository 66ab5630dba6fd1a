import { functions } from "../../src/catalog/functions/index.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { availabilityOf } from "../../src/model/function.ts";
import { hookOf } from "../../src/model/hook-of.ts";
import { kebabName } from "../../src/model/names.ts";

/** The services that Orgform knows, as pages name them; see docs/guides/services.md. */
export const SERVICES = ["contract", "2025-08", "2026-09"] as const;

interface Availability {
  readonly since?: unknown;
  readonly successor?: unknown;
}

function servicesOf({ since, successor }: Availability): readonly string[] {
  if (since !== undefined) return ["2026-09"];
  return successor === undefined ? SERVICES : ["contract", "2025-08", "2026-09, going"];
}

/** Which services a resource or a function is there on, by the path of its reference page. */
export function servicesOfReference(): Map<string, readonly string[]> {
  const pages = new Map<string, readonly string[]>();
  for (const one of resources)
    pages.set(`docs/reference/${kebabName(one.name)}.md`, servicesOf(hookOf(one, "availability") ?? {}));
  for (const one of functions) {
    pages.set(`docs/reference/functions/${kebabName(one.name)}.md`, servicesOf(availabilityOf(one)));
  }
  return pages;
}

/** The services that a guide is about, from a comment at its top; all services without one. */
export function servicesOfGuide(raw: string): readonly string[] {
  const named = /^<!-- services: (?<names>[\w, -]+) -->/mu.exec(raw)?.groups?.["names"];
  return named === undefined ? SERVICES : named.split(/, ?/u);
}
