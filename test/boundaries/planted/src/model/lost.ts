// Planted: leads nowhere.
export { here } from "./not-there.ts";
