/** Whether an import failed since the package is not there at all; a single executable has none, and says so in words of its own. */
export function isAbsent(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  return message.startsWith(`Cannot find package '${name}'`) || message.startsWith(`No such built-in module: ${name}`);
}
