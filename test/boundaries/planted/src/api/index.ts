export const here = "api";
