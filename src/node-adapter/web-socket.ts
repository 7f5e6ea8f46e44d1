import { WebSocket } from 'ws'

/*
 * The transport of libp2p takes the WebSocket of a browser, which Node has from version 22 on: to be imported before it dials.
 */
const scope = globalThis as { WebSocket?: unknown }

scope.WebSocket ??= WebSocket
