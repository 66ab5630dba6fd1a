import { readFileSync } from "node:fs";

/** The address of a Temporal server, and how to connect to it. */
export interface TemporalPlace {
  readonly address: string;
  readonly namespace: string;
  /** A function, so printing the location never prints the key. */
  readonly apiKey: () => string | undefined;
  readonly tls: TlsFiles | boolean;
}

interface TlsFiles {
  readonly serverNameOverride?: string;
  readonly serverRootCACertificate?: Buffer;
  readonly clientCertPair?: { readonly crt: Buffer; readonly key: Buffer };
}

/** Where a development server listens. */
const DEFAULT_ADDRESS = "127.0.0.1:7233";

/**
 * The location that flags name, else the one in the variables of Temporal's own tools.
 *
 * @source https://docs.temporal.io/references/client-environment-configuration
 */
export function temporalPlace(
  flags: { readonly address?: string | undefined; readonly namespace?: string | undefined },
  environment: NodeJS.ProcessEnv,
): TemporalPlace {
  const apiKey = environment["TEMPORAL_API_KEY"];
  return {
    address: flags.address ?? environment["TEMPORAL_ADDRESS"] ?? DEFAULT_ADDRESS,
    namespace: flags.namespace ?? environment["TEMPORAL_NAMESPACE"] ?? "default",
    apiKey: () => apiKey,
    tls: tlsIn(environment, apiKey !== undefined),
  };
}

function tlsIn(environment: NodeJS.ProcessEnv, hasKey: boolean): TlsFiles | boolean {
  const bytes = (name: string): Buffer | undefined => {
    const path = environment[`TEMPORAL_TLS_${name}_PATH`];
    const data = environment[`TEMPORAL_TLS_${name}_DATA`];
    if (path !== undefined) return readFileSync(path);
    return data === undefined ? undefined : Buffer.from(data);
  };
  const [ca, crt, key] = [bytes("SERVER_CA_CERT"), bytes("CLIENT_CERT"), bytes("CLIENT_KEY")];
  const server = environment["TEMPORAL_TLS_SERVER_NAME"];
  const files = {
    ...(ca === undefined ? {} : { serverRootCACertificate: ca }),
    ...(crt === undefined || key === undefined ? {} : { clientCertPair: { crt, key } }),
    ...(server === undefined ? {} : { serverNameOverride: server }),
  };
  if (Object.keys(files).length > 0) return files;
  return /^(?:1|true)$/iu.test(environment["TEMPORAL_TLS"] ?? String(hasKey));
}

/** The options that both kinds of connection share. */
export function connectionOptions({ address, apiKey, tls }: TemporalPlace) {
  const key = apiKey();
  return { address, tls, ...(key === undefined ? {} : { apiKey: key }) };
}

/** The variables without those of Temporal: engines must not get its key. */
export function withoutTemporal(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("TEMPORAL_")));
}
