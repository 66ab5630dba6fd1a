/** Whether an object of a state is declared with a class of the native plugin, by its URN. */
export function isOfPlugin(urn: string): boolean {
  return urn.includes("::orgform:index:");
}
