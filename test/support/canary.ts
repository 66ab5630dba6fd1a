import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync, inflateRawSync } from "node:zlib";

/** A secret that must show nowhere, with everything that would give it away. */
export interface Canary {
  readonly name: string;
  readonly value: string;
}

/** Where a canary was found, and in which spelling. */
export interface Sighting {
  readonly canary: string;
  readonly spelling: string;
  readonly where: string;
}

/** Texts by the name of their source. */
export type Haystack = Readonly<Record<string, string>>;

/** The spellings of a secret that a text can contain. */
function spellingsOf(value: string): [string, string][] {
  const json = JSON.stringify(value).slice(1, -1);
  const bytes = Buffer.from(value, "utf8");
  return [
    ["clear", value],
    ["JSON", json],
    ["JSON in JSON", JSON.stringify(json).slice(1, -1)],
    ["URL", encodeURIComponent(value)],
    ["hex", bytes.toString("hex")],
    // Inside a longer text, base64 depends on the secret's position; characters that share bits with a neighbor are
    // omitted.
    ...[0, 1, 2].map((shift): [string, string] => {
      const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
        .toString("base64")
        .replace(/=+$/u, "");
      return [`base64 (${shift})`, encoded.slice(shift === 0 ? 0 : shift + 1, -2)];
    }),
  ];
}

/** Every place that shows a canary, in any of its spellings. */
export function sightingsOf(canaries: readonly Canary[], haystack: Haystack): Sighting[] {
  const sightings: Sighting[] = [];
  for (const { name, value } of canaries) {
    for (const [spelling, needle] of spellingsOf(value)) {
      for (const [where, text] of Object.entries(haystack)) {
        if (text.includes(needle)) sightings.push({ canary: name, spelling, where });
      }
    }
  }
  return sightings;
}

/** First bytes of a file of a zip, and of the list of all of them at its end. */
const ZIP = Buffer.from("PK\u0003\u0004");
const ZIP_LISTED = Buffer.from("PK\u0001\u0002");

/**
 * The contents of a zip, one after another: saved plans are zips.
 *
 * @source APPNOTE.TXT 6.3.10, 4.3.7 and 4.3.12: local and central headers
 */
function unzipped(bytes: Buffer): string {
  const texts: string[] = [];
  let at = bytes.indexOf(ZIP_LISTED);
  for (; at >= 0; at = bytes.indexOf(ZIP_LISTED, at + 1)) {
    const [size, start] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const packed = bytes.subarray(from, from + size);
    texts.push((bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString("utf8"));
  }
  return texts.join("\n");
}

function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return unzipped(bytes);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** Every file below a folder, links not followed; packed files and zips are unpacked. */
export function filesBelow(folder: string): Haystack {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(folder, path)] = textOf(readFileSync(path));
  }
  return files;
}
