import { cpus, loadavg } from "node:os";

/** What figures depend on: to be printed before and after a measurement. */
export function machine(): string {
  const load = loadavg().map((value) => value.toFixed(1));
  return `Node ${process.versions.node}, ${cpus().length} cores, load ${load.join(" ")}`;
}
