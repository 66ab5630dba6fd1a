export const here = "capabilities";
