import { Enums, Models, Serialize, Spec, SPDX } from "@cyclonedx/cyclonedx-library";
import type { LockedPackage } from "./locked-packages.ts";

/** A part of a program that isn't an npm package. */
export interface OtherPart {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/**
 * The CycloneDX bill of materials of a released package or program: itself, its parts, and their dependencies.
 *
 * It has no serial number and no time, so the same parts always create the same bytes.
 */
export function billOfMaterials(
  [own, ...parts]: readonly LockedPackage[],
  kind: "library" | "application",
  others: readonly OtherPart[] = [],
): string {
  if (own === undefined) throw new Error("A bill of materials is one of something.");
  const bom = new Models.Bom();
  const types = { library: Enums.ComponentType.Library, application: Enums.ComponentType.Application };
  const main = componentOf(own, types[kind]);
  bom.metadata.component = main;
  const components = new Map(parts.map((part) => [part, componentOf(part, Enums.ComponentType.Library)]));
  const all = new Map([[own, main], ...components]);
  for (const [part, component] of all) {
    for (const [{ name, version }, needed] of components) {
      if (part.needs.includes(`${name}@${version}`)) component.dependencies.add(needed.bomRef);
    }
  }
  for (const other of others) {
    const component = otherComponent(other);
    components.set({ ...other, needs: [] }, component);
    main.dependencies.add(component.bomRef);
  }
  for (const component of components.values()) bom.components.add(component);
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf(
  { name, version, license, integrity }: LockedPackage,
  type: Enums.ComponentType,
): Models.Component {
  const [, group, short = name] = /^(?:(?<group>@[^/]+)\/)?(?<short>.+)$/u.exec(name) ?? [];
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const component = new Models.Component(type, short, {
    version,
    purl,
    bomRef: purl,
    ...(group === undefined ? {} : { group }),
  });
  if (license !== undefined) component.licenses.add(licenseOf(license));
  const [, sha512] = /^sha512-(?<digest>\S+)/u.exec(integrity ?? "") ?? [];
  if (sha512 !== undefined) {
    component.hashes.set(Enums.HashAlgorithm["SHA-512"], Buffer.from(sha512, "base64").toString("hex"));
  }
  return component;
}

function otherComponent({ name, version, license }: OtherPart): Models.Component {
  const purl = `pkg:generic/${name}@${version}`;
  const component = new Models.Component(Enums.ComponentType.Platform, name, { version, purl, bomRef: purl });
  component.licenses.add(licenseOf(license));
  return component;
}

function licenseOf(text: string): Models.SpdxLicense | Models.LicenseExpression | Models.NamedLicense {
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text);
  return /\b(?:OR|AND|WITH)\b/u.test(text) ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
}
