export const alive = 1;
export const deadExport = 2;
export type DeadType = string;
