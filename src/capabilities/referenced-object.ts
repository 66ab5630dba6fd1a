/**
 * Other objects refer to this one and block its deletion: a replacement is created first, the objects that refer to the
 * old one are changed, and the old one is deleted last. The new object never has the old ID, so both can exist.
 *
 * Without this capability, a replacement deletes the old object first. A plan tells the engine the order, and the engine
 * keeps it.
 *
 * @see src/model/hook-of.ts
 * @see test/unit/capabilities/referenced-object.test.ts
 */
export function referencedObject(): { readonly name: string; readonly replacesFirst: "create" } {
  return { name: "referenced object", replacesFirst: "create" };
}
