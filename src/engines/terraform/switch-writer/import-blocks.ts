import { SourceState } from "../provider/moves/source-state.ts";
import { MEMBERSHIP, vendorTypes } from "../provider/moves/vendor-types.ts";
import { quoted } from "./quoted-text.ts";
import type { StoredBlock } from "./stored-values.ts";

type Key = string | number | undefined;

/** The address of a block in a state, without the indexes of its instances. */
export const addressOf = ({ module, type, name }: StoredBlock): string =>
  `${module === undefined ? "" : `${module}.`}${type}.${name}`;

/** The index of an instance as a configuration writes it. */
export const indexText = (key: Key): string => (key === undefined ? "" : `[${quoted(key)}]`);

/**
 * One block for all named instances, because Terraform 1.16.0 uses only the first of several blocks for one resource.
 *
 * @source hashicorp/terraform issue 39068 (seen 2026-11-26)
 */
export function importBlocks(to: string, ids: readonly (readonly [key: Key, id: string])[]): string[] {
  const named = ids.filter((one): one is [string, string] => typeof one[0] === "string");
  const others = ids.filter(([key]) => typeof key !== "string");
  const lines = named.map(([key, id]) => `    ${quoted(key)} = ${quoted(id)}\n`).join("");
  return [
    ...(named.length === 0
      ? []
      : [`import {\n  for_each = {\n${lines}  }\n  to = ${to}[each.key]\n  id = each.value\n}\n`]),
    ...others.map(([key, id]) => `import {\n  to = ${to}${indexText(key)}\n  id = ${quoted(id)}\n}\n`),
  ];
}

/** The email addresses in a state, by the memberships that the vendor's rules name. */
export function emailsIn(stored: readonly StoredBlock[]): ReadonlyMap<string, string> {
  const members = stored.filter(({ type }) => type === "posthog_organization_member");
  return new Map(
    members
      .flatMap(({ instances }) => instances)
      .flatMap(({ attributes }): [string, string][] => {
        const { id, email } = attributes ?? {};
        return typeof id === "string" && typeof email === "string" ? [[id.toLowerCase(), email.toLowerCase()]] : [];
      }),
  );
}

/** The IDs for importing the instances of a block; undefined if the state lacks a part. */
export function orgformIds(
  { type, instances }: StoredBlock,
  emails: ReadonlyMap<string, string>,
): (readonly [key: Key, id: string | undefined])[] {
  return instances.map(({ index_key: key, attributes }) => {
    const id = vendorTypes.get(type)?.importId(new SourceState(attributes ?? {}));
    const known = id?.replace(new RegExp(`${MEMBERSHIP}(\\S+)$`, "u"), (_whole, membership: string) => {
      const email = emails.get(membership.toLowerCase());
      return email === undefined ? "<email>" : `member:${email}`;
    });
    return [key, known?.includes("<") === true ? undefined : known];
  });
}
