import { createHash } from "node:crypto";

/** The information in a program's header. */
export interface ExecutableFormat {
  readonly format: "ELF" | "Mach-O" | "PE";
  readonly machine: "amd64" | "arm64";
  /** For a Mach-O program: its signature, and the pages that differ from the signed ones. */
  readonly signature?: { readonly flags: number; readonly wrongPages: number; readonly endsFile: boolean };
}

const MACHINES: Readonly<Record<number, "amd64" | "arm64">> = {
  // ELF, PE and Mach-O number them on their own.
  0x3e: "amd64",
  0xb7: "arm64",
  0x8664: "amd64",
  0xaa64: "arm64",
  0x01000007: "amd64",
  0x0100000c: "arm64",
};

/** Reads the format of a program, as its platform would before it starts it. */
export function formatOf(program: Buffer): ExecutableFormat {
  const machineAt = (value: number): "amd64" | "arm64" => {
    const machine = MACHINES[value];
    if (machine === undefined) throw new Error(`machine ${value.toString(16)}`);
    return machine;
  };
  if (program.toString("latin1", 0, 4) === "\u007fELF") {
    return { format: "ELF", machine: machineAt(program.readUInt16LE(18)) };
  }
  if (program.toString("latin1", 0, 2) === "MZ") {
    const header = program.readUInt32LE(0x3c);
    if (program.toString("latin1", header, header + 4) !== "PE\0\0") throw new Error("no PE header");
    return { format: "PE", machine: machineAt(program.readUInt16LE(header + 4)) };
  }
  if (program.readUInt32LE(0) !== 0xfeedfacf) throw new Error("no program");
  return { format: "Mach-O", machine: machineAt(program.readUInt32LE(4)), signature: signatureOf(program) };
}

/** @source mach-o/loader.h; XNU osfmk/kern/cs_blobs.h */
function signatureOf(program: Buffer): NonNullable<ExecutableFormat["signature"]> {
  let at = 32;
  for (let count = program.readUInt32LE(16); count > 0 && program.readUInt32LE(at) !== 0x1d; count -= 1) {
    at += program.readUInt32LE(at + 4);
  }
  const [offset, size] = [program.readUInt32LE(at + 8), program.readUInt32LE(at + 12)];
  const directory = offset + program.readUInt32BE(offset + 16);
  const [flags, hashes, pages, limit] = [12, 16, 28, 32].map((field) => program.readUInt32BE(directory + field)) as [
    number,
    number,
    number,
    number,
  ];
  const page = 2 ** program.readUInt8(directory + 39);
  let wrongPages = Math.abs(Math.ceil(limit / page) - pages);
  for (let index = 0; index < pages; index += 1) {
    const content = program.subarray(index * page, Math.min((index + 1) * page, limit));
    const signed = program.subarray(directory + hashes + index * 32, directory + hashes + (index + 1) * 32);
    if (!createHash("sha256").update(content).digest().equals(signed)) wrongPages += 1;
  }
  return { flags, wrongPages, endsFile: offset + size === program.length && limit === offset };
}
