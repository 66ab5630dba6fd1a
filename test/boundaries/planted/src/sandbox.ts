// Planted: the public sandbox entry leads into the client.
export { here } from "./client/index.ts";
