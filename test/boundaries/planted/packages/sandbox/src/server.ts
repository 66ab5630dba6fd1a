export const here = "sandbox/server";
