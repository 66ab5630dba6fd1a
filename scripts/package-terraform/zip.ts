import { crc32, deflateRawSync } from "node:zlib";

/** A file of an archive. */
export interface ZipEntry {
  /** Path in the archive, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
  readonly executable?: boolean;
}

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const MADE_ON_UNIX = 0x0314;
/** 1980-01-01, the format's first day: the same files make the same archive at any time. */
const FIRST_DAY = 0x0021;

/** Writes an archive. The same entries create the same bytes. @source PKWARE APPNOTE 6.3.10 */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content, executable } of entries) {
    const name = Buffer.from(path, "utf8");
    const packed = deflateRawSync(content, { level: 9 });
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(UTF8_NAMES, 2);
    shared.writeUInt16LE(DEFLATED, 4);
    shared.writeUInt16LE(0, 6);
    shared.writeUInt16LE(FIRST_DAY, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, name, packed]);
    const rest = Buffer.alloc(14);
    const mode = executable === true ? 0o100755 : 0o100644;
    rest.writeUInt32LE(mode * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(MADE_ON_UNIX);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), madeBy, shared, rest, name]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
