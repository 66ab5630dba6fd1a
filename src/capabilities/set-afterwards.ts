/**
 * The create request can't carry these inputs, in all or some services; the following update sets them. So an object
 * from an interrupted run might lack them.
 *
 * When the driver looks for the object of a request whose response was lost, it compares all other inputs that the
 * service shows. The object that it finds gets these by an update.
 *
 * @param inputs - names of the inputs that a new object might not show
 *
 * @see src/driver/creation/sent-values.ts
 * @see test/unit/capabilities/set-afterwards.test.ts
 */
export function setAfterwards(...inputs: readonly string[]): {
  readonly name: string;
  readonly setAfterwards: readonly string[];
} {
  return { name: "set afterwards", setAfterwards: inputs };
}
