import { UsageError } from "../usage-error.ts";

/** Where metrics are served. */
interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** A port of this machine alone, or an address and a port: `9464`, `0.0.0.0:9464`, `[::]:9464`. @throws UsageError */
export function metricsAddress(text: string): MetricsAddress {
  const [, host = "127.0.0.1", digits = ""] = /^(?:\[?([^\]]+?)\]?:)?(\d{1,5})$/u.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== "" && port <= 65_535) return { host, port };
  throw new UsageError(
    `--metrics is ${text}; it should be a port such as 9464, or an address and a port such as 0.0.0.0:9464.`,
  );
}
