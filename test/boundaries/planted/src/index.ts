// Planted: the public entry leads into the transport.
export { here } from "./client/transport/index.ts";
