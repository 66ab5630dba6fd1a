import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../usage-error.ts";

/** A registry for each engine, in which it looks for `orgform/orgform`. */
const HOSTS = ["registry.terraform.io", "registry.opentofu.org"] as const;

/** A provider that is put where engines look for one. */
export interface InstalledProvider {
  /** Path of the program. */
  readonly program: string;
  /** The accompanying texts by name: all of the release's archive, so an engine's lock file has the same sums. */
  readonly beside: Readonly<Record<string, Uint8Array>>;
  readonly version: string;
  /** The engines' name of the platform: `linux_amd64`. */
  readonly platform: string;
}

/** The result of an installation. */
export interface Installation {
  /** SHA-256 of the program, in hex. */
  readonly sha256: string;
  /** Folders of the provider, one for each registry. */
  readonly folders: readonly string[];
  /** Whether something of this version was there that was something else. */
  readonly isReplaced: boolean;
}

/**
 * Copies a provider into a folder with the layout of an unpacked mirror.
 *
 * Each folder is written beside its place, read back, compared by hash, and moved there as a whole: an engine that
 * starts meanwhile finds the old one or the new one.
 *
 * @param copy - copies one file; Node's function if absent
 * @throws UsageError if it can't be written, or differs from the original. Then existing files stay.
 */
export function installProvider(
  provider: InstalledProvider,
  folder: string,
  copy: (from: string, to: string) => void = copyFileSync,
): Installation {
  const sha256 = sha256Of(provider.program);
  const places = HOSTS.map((host) =>
    join(resolve(folder), host, "orgform/orgform", provider.version, provider.platform),
  );
  let isReplaced = false;
  try {
    for (const [index, place] of places.entries()) {
      const old = join(place, nameOf(provider));
      if (existsSync(old) && sha256Of(old) !== sha256) isReplaced = true;
      const first = index === 0 ? undefined : join(places[0] ?? place, nameOf(provider));
      putInto(place, provider, { sha256, copy: first === undefined ? copy : linkedOr(first, copy) });
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Could not install the provider in ${folder}: ${why}. Name another folder with --to.`);
  }
  return { sha256, folders: places, isReplaced };
}

interface Copying {
  readonly sha256: string;
  copy(from: string, to: string): void;
}

function putInto(place: string, provider: InstalledProvider, { sha256, copy }: Copying): void {
  mkdirSync(dirname(place), { recursive: true });
  const beside = mkdtempSync(join(dirname(place), ".orgform-"));
  try {
    chmodSync(beside, 0o755);
    const program = join(beside, nameOf(provider));
    copy(provider.program, program);
    if (sha256Of(program) !== sha256) {
      throw new UsageError(`The copy in ${place} has another SHA-256 than the program. Nothing was installed there.`);
    }
    chmodSync(program, 0o755);
    for (const [name, content] of Object.entries(provider.beside)) writeFileSync(join(beside, name), content);
    rmSync(place, { recursive: true, force: true });
    renameSync(beside, place);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** A second copy of the same bytes takes no space if the file system has links. */
function linkedOr(first: string, copy: Copying["copy"]): Copying["copy"] {
  return (from, to) => {
    try {
      linkSync(first, to);
    } catch {
      copy(from, to);
    }
  };
}

function nameOf({ version, platform }: InstalledProvider): string {
  return `terraform-provider-orgform_v${version}${platform.startsWith("windows") ? ".exe" : ""}`;
}

function sha256Of(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
