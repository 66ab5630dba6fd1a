import type { Properties } from "./rows.ts";

/** One element as events show it. @source live service 2025-08, flow 10:28 */
export type Element = {
  readonly event: null;
  readonly text: string | null;
  readonly tag_name: string | null;
  readonly attr_class: readonly string[] | null;
  readonly href: string | null;
  readonly attr_id: string | null;
  readonly nth_child: number | null;
  readonly nth_of_type: number | null;
  readonly attributes: Properties;
  readonly order: number;
};

/** Names that a chain spells differently from the shown element. */
const OWN_NAMES: Readonly<Record<string, keyof Element>> = {
  text: "text",
  href: "href",
  attr_id: "attr_id",
  "nth-child": "nth_child",
  "nth-of-type": "nth_of_type",
};

const ATTRIBUTE = /([^="\s]+?)="((?:[^"\\]|\\.)*)"/g;

/** Reads a chain such as `a.btn:href="/x"text="Go";div`, innermost first. @source as above */
export function elementsIn(chain: string): Element[] {
  return partsOf(chain).map((part, order) => {
    const [, head = "", tail = ""] = /^([^:"]*)(?::(.*))?$/s.exec(part) ?? [];
    const [tag = "", ...classes] = head.split(".");
    const own: Record<string, unknown> = {};
    const attributes: Record<string, unknown> = {};
    for (const [, name = "", written = ""] of tail.matchAll(ATTRIBUTE)) {
      const value = written.replaceAll(/\\(.)/gs, "$1");
      const known = OWN_NAMES[name];
      if (known === undefined) attributes[name] = value;
      else own[known] = known.startsWith("nth") ? Number(value) || null : value;
    }
    const empty = { event: null, text: null, tag_name: tag === "" ? null : tag, href: null, attr_id: null };
    const rest = { attr_class: classes.length === 0 ? null : classes, nth_child: null, nth_of_type: null };
    return { ...empty, ...rest, ...own, attributes, order };
  });
}

/** The parts between semicolons outside quotes. */
function partsOf(chain: string): string[] {
  return chain.match(/(?:[^;"]|"(?:[^"\\]|\\.)*"|")+/gs) ?? [];
}

/** Writes the elements that a browser client sends as a list. @source live notes on persons and events, 2.3 */
export function chainOf(elements: readonly unknown[]): string {
  return elements.map(partOf).join(";");
}

/** Names that a chain writes with a hyphen. */
const HYPHENED: Readonly<Record<string, string>> = { nth_child: "nth-child", nth_of_type: "nth-of-type" };

function partOf(element: unknown): string {
  if (typeof element !== "object" || element === null) return "";
  const { tag_name, classes, attr__class, $el_text, ...rest }: Properties = { ...element };
  const names: unknown[] = Array.isArray(classes) ? classes : textIn(attr__class).split(/\s+/);
  const head = [textIn(tag_name), ...names.map(textIn).filter((name) => name !== "")].join(".");
  const values = { ...rest, ...($el_text === undefined ? {} : { text: $el_text }) };
  const pairs = Object.entries(values)
    .map(([name, value]) => [HYPHENED[name] ?? name, textIn(value)] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, "\\$&")}"`);
  return pairs.length === 0 ? head : `${head}:${pairs.join("")}`;
}

function textIn(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
