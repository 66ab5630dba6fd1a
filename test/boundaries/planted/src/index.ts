// Planted: the public entry leads into the transport.
export { here } from "./transport/index.ts";
