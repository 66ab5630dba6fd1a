export const here = "sandbox";
