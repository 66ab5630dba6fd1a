import { isRecord } from "../model/json-value.ts";
import { type Known, isUnknown, unknown } from "../model/picture/known.ts";
import type { Section } from "../model/picture/picture.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a picture that follow from other fields of the same object, whether those were read or planned. */
export function derivedFields(section: Section, fields: Fields): Fields {
  if (section === "accessRules") {
    // The service shows a rule's role by its ID.
    return { resource: fields["resource"] ?? "project", resourceId: fields["resourceId"] ?? null, roleName: null };
  }
  if (section === "exports") return { destinationType: blockOf(fields["destination"]) };
  return {};
}

/** The name of the only block of a destination. */
function blockOf(destination: unknown): Known<string> {
  if (isUnknown(destination)) return destination;
  const [block] = isRecord(destination) ? Object.keys(destination) : [];
  return block ?? unknown("the service doesn't show the destination");
}
