import { cpus, loadavg } from "node:os";

/** The conditions of a measurement, to print before and after it. */
export function machine(): string {
  const load = loadavg().map((value) => value.toFixed(1));
  return `Node ${process.versions.node}, ${cpus().length} cores, load ${load.join(" ")}`;
}
