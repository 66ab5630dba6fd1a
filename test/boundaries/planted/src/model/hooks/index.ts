export const here = "hooks";
