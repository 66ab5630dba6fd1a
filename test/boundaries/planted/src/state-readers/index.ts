export const here = "state-readers";
