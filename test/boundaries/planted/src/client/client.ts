export const here = "api/client";
