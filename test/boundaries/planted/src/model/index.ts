export const here = "model";
