export const here = "spec";
