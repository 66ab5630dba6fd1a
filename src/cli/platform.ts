import process from "node:process";

/** The name of this machine in folders of providers: `linux_amd64`. */
export function platformHere(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `${system}_${process.arch === "x64" ? "amd64" : process.arch}`;
}
