export const here = "engines/shared";
