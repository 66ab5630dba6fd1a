import { createHash } from "node:crypto";

/** @source XNU osfmk/kern/cs_blobs.h, and Go's cmd/internal/codesign, whose form this is */
const MAGIC = { superBlob: 0xfade0cc0, codeDirectory: 0xfade0c02 };
const VERSION = 0x20400;
const AD_HOC = 0x2;
const SHA_256 = 2;
const HASH_BYTES = 32;
const MAIN_BINARY = 1;
const PAGE_BITS = 12;
const PAGE = 2 ** PAGE_BITS;

/** @source mach-o/loader.h */
const MACH_O_64 = 0xfeedfacf;
const HEADER = 32;
const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;
const VM_PAGE = 0x4000;

const SUPER_BLOB = 20;
const CODE_DIRECTORY = 88;

/** A segment command of a Mach-O file. */
interface Segment {
  readonly at: number;
  readonly name: string;
  readonly fileOffset: number;
  readonly fileSize: number;
}

/**
 * Signs a Mach-O program ad hoc, which macOS requires for every program on Arm. The signature contains only checksums
 * of the program's pages, and no identity.
 *
 * The program must have no signature. The injection of code removed the one that no longer matched.
 */
export function signAdHoc(program: Buffer, identifier: string): Buffer {
  if (program.readUInt32LE(0) !== MACH_O_64) throw new Error("only a 64-bit Mach-O program can be signed");
  const { segments, isSigned, end, firstContent } = commandsOf(program);
  const [text, linkEdit] = ["__TEXT", "__LINKEDIT"].map((name) => segments.find((one) => one.name === name));
  if (text === undefined || linkEdit === undefined) throw new Error("a segment that every program has is missing");
  if (isSigned) throw new Error("the program is signed already");
  if (end + 16 > firstContent) throw new Error("there is no room for one more load command");
  if (linkEdit.fileOffset + linkEdit.fileSize !== program.length)
    throw new Error("__LINKEDIT is not the end of the file");

  const offset = Math.ceil(program.length / 16) * 16;
  const signature = Buffer.alloc(sizeOfSignature(offset, identifier));
  const signed = Buffer.concat([program, Buffer.alloc(offset - program.length), signature]);
  signed.writeUInt32LE(signed.readUInt32LE(16) + 1, 16);
  signed.writeUInt32LE(signed.readUInt32LE(20) + 16, 20);
  [CODE_SIGNATURE, 16, offset, signature.length].forEach((value, index) =>
    signed.writeUInt32LE(value, end + 4 * index),
  );
  const linked = signed.length - linkEdit.fileOffset;
  signed.writeBigUInt64LE(BigInt(Math.ceil(linked / VM_PAGE) * VM_PAGE), linkEdit.at + 32);
  signed.writeBigUInt64LE(BigInt(linked), linkEdit.at + 48);
  writeSignature(signed, offset, identifier, text);
  return signed;
}

function commandsOf(program: Buffer): { segments: Segment[]; isSigned: boolean; end: number; firstContent: number } {
  const segments: Segment[] = [];
  let isSigned = false;
  let firstContent = program.length;
  let at = HEADER;
  for (let count = program.readUInt32LE(16); count > 0; count -= 1) {
    const command = program.readUInt32LE(at);
    if (command === CODE_SIGNATURE) isSigned = true;
    if (command === SEGMENT_64) {
      const name = program.toString("latin1", at + 8, at + 24).replace(/\0.*$/u, "");
      const [fileOffset, fileSize] = [40, 48].map((field) => Number(program.readBigUInt64LE(at + field)));
      segments.push({ at, name, fileOffset: fileOffset ?? 0, fileSize: fileSize ?? 0 });
      for (let section = at + 72; section < at + program.readUInt32LE(at + 4); section += 80) {
        const content = program.readUInt32LE(section + 48);
        if (content > 0) firstContent = Math.min(firstContent, content);
      }
    }
    at += program.readUInt32LE(at + 4);
  }
  return { segments, isSigned, end: at, firstContent };
}

function sizeOfSignature(limit: number, identifier: string): number {
  return SUPER_BLOB + CODE_DIRECTORY + identifier.length + 1 + Math.ceil(limit / PAGE) * HASH_BYTES;
}

/** Writes the one blob and the sums of all pages before it. All numbers in it are big-endian. */
function writeSignature(signed: Buffer, offset: number, identifier: string, text: Segment): void {
  const directory = offset + SUPER_BLOB;
  const hashes = CODE_DIRECTORY + identifier.length + 1;
  const pages = Math.ceil(offset / PAGE);
  const words = (at: number, values: readonly number[]): void =>
    values.forEach((value, index) => signed.writeUInt32BE(value, at + 4 * index));
  words(offset, [MAGIC.superBlob, signed.length - offset, 1, 0, SUPER_BLOB]);
  words(directory, [MAGIC.codeDirectory, signed.length - directory, VERSION, AD_HOC]);
  words(directory + 16, [hashes, CODE_DIRECTORY, 0, pages, offset]);
  signed.set([HASH_BYTES, SHA_256, 0, PAGE_BITS], directory + 36);
  signed.writeBigUInt64BE(BigInt(text.fileOffset), directory + 64);
  signed.writeBigUInt64BE(BigInt(text.fileSize), directory + 72);
  signed.writeBigUInt64BE(BigInt(MAIN_BINARY), directory + 80);
  signed.write(`${identifier}\0`, directory + CODE_DIRECTORY, "latin1");
  for (let page = 0; page < pages; page += 1) {
    const content = signed.subarray(page * PAGE, Math.min((page + 1) * PAGE, offset));
    signed.set(createHash("sha256").update(content).digest(), directory + hashes + page * HASH_BYTES);
  }
}
