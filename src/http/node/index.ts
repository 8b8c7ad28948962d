// What serves the contract under Node: a listener of `node:http`, and secrets of `node:crypto`. The entry beside it runs
// anywhere.
export { HASH_KEY_BYTES, makeSecrets } from "./makeSecrets.ts"
export { listen, type NodeServer, STOP_MILLIS_MAX } from "./nodeServer.ts"
export { LINGER_BYTES_MAX, makeRequestListener } from "./requestListener.ts"
export { type Listening, StudioListener, studioServerLayer } from "./studioServerLayer.ts"
