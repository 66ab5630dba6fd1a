export const here = "api/errors";
