export const well = { formatted: true };
