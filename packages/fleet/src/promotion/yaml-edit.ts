import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

import type { Value } from "../expansion/expand.ts";

/** Path in a document. */
export type YamlPath = readonly (string | number)[];

/**
 * Sets a value in a YAML text; every other character stays, including comments and layout.
 *
 * New values are written on one line, almost as JSON.
 */
export function withValue(text: string, path: YamlPath, value: Value): string {
  const document = parseDocument(text);
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (!isNode(node)) continue;
    if (length === path.length) return replaced(text, node, flowText(value));
    const rest = path.slice(length);
    if (isMap(node)) return withPair(text, node, rest, value);
    return replaced(text, node, flowText(nested(rest, value)));
  }
  return isMap(document.contents) ? withPair(text, document.contents, path, value) : text;
}

/** Adds an item at the end of a list, which might not exist yet. */
export function withItem(text: string, key: string, item: Value): string {
  const list = parseDocument(text).get(key, true);
  if (!isSeq(list) || list.items.length === 0) return withValue(text, [key], [item]);
  const end = endOf(list.items.at(-1), text);
  if (list.flow === true) return `${text.slice(0, end)}, ${flowText(item)}${text.slice(end)}`;
  const dash = text.lastIndexOf("-", startOf(list));
  return insertedLine(text, end, `${indentAt(text, dash)}- ${flowText(item)}`);
}

function withPair(text: string, map: YAMLMap, [key = "", ...rest]: YamlPath, value: Value): string {
  const pair = `${flowText(String(key))}: ${flowText(rest.length === 0 ? value : nested(rest, value))}`;
  const last = map.items.at(-1);
  if (map.flow === true) {
    const [start, end] = rangeOf(map);
    if (last === undefined) return `${text.slice(0, start)}{ ${pair} }${text.slice(end)}`;
    const at = endOf(last.value ?? last.key, text);
    return `${text.slice(0, at)}, ${pair}${text.slice(at)}`;
  }
  const first = map.items[0]?.key;
  const at = isNode(first) ? rangeOf(first)[0] : startOf(map);
  return insertedLine(text, endOf(last?.value ?? last?.key, text), `${indentAt(text, at)}${pair}`);
}

/** The line after the one in which something ends. */
function insertedLine(text: string, end: number, line: string): string {
  const found = text.indexOf("\n", end);
  const at = found === -1 ? text.length : found;
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`;
}

/** Spaces up to the column of a path; the dash of a list counts as one. */
function indentAt(text: string, at: number): string {
  return " ".repeat(at - (text.lastIndexOf("\n", at - 1) + 1));
}

function replaced(text: string, node: Node, by: string): string {
  const [start] = rangeOf(node);
  const end = endOf(node, text);
  const isAfterKey = end <= start && !/\s/u.test(text[start - 1] ?? " ");
  // The dashes of a list can stand below their key, where no other value can.
  const gap = isSeq(node) && node.flow !== true ? "  " : isAfterKey ? " " : "";
  return `${text.slice(0, start)}${gap}${by}${text.slice(Math.max(start, end))}`;
}

function rangeOf(node: Node): readonly [number, number] {
  const [start = 0, end = start] = node.range ?? [];
  return [start, end];
}

const startOf = (list: YAMLSeq | YAMLMap): number => rangeOf(list)[0];

/** The end of a value, without the spaces and the line break after it. */
function endOf(node: unknown, text: string): number {
  if (!isNode(node)) return text.length;
  const [start, end] = rangeOf(node);
  if ((isMap(node) || isSeq(node)) && node.flow !== true && node.items.length > 0) {
    const last: unknown = node.items.at(-1);
    return endOf(isMap(node) ? (node.items.at(-1)?.value ?? node.items.at(-1)?.key) : last, text);
  }
  if (isAlias(node) || isScalar(node)) return start + text.slice(start, end).trimEnd().length;
  return end;
}

const nested = (path: YamlPath, value: Value): Value =>
  path.reduceRight<Value>((inner, key) => ({ [String(key)]: inner }), value);

/** A value as it can be written on one line, also between braces. */
function flowText(value: Value): string {
  const text = stringify([value], { collectionStyle: "flow", lineWidth: 0 }).trim();
  return text.replace(/^\[\s*/u, "").replace(/\s*\]$/u, "");
}
