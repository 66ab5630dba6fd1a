import type { FleetEngine } from "@orgform/fleet";
import { fleetEngines } from "../../engines/index.ts";
import { packageManifest } from "../package-manifest.ts";

/** The engines as a fleet gets them: with the version of the provider that its organizations share, which is this package's. */
export const versionedEngines = (): readonly FleetEngine[] => {
  const { version } = packageManifest();
  return fleetEngines.map((engine) => ({ ...engine, providerVersion: version }));
};
