// Planted: files are named in kebab-case.
export const name = 1;
