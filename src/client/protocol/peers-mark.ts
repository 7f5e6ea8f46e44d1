/**
 * Name of an empty cache of the origin that exists while its node has peers to reconnect to. Pages of the origin see it
 * without starting the worker.
 */
export const PEERS_MARK = 'swipfs-has-peers'
