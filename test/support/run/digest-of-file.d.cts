/** What a test file contains, in a few characters. */
export function digestOfFile(path: string): string;
