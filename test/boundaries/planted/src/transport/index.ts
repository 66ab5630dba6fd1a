export const here = "transport";
