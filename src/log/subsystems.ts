/**
 * The loggers of a node, by the names that Kubo v0.40.0 has for the same parts (`ipfs log ls`). All of them exist from the start on; the
 * service worker adds its own. Those of libp2p get its records, see `componentLogs`.
 */
export const SUBSYSTEMS = [
  'autogc', 'autonat', 'autorelay', 'bitswap', 'blockservice', 'blockstore', 'bootstrap', 'boxo/gateway', 'chunk', 'cmds/files', 'cmds/http',
  'config', 'connmgr', 'core', 'core/commands', 'coreapi', 'dht', 'filestore', 'gc', 'ipns', 'ipns/repub', 'keystore', 'merkledag', 'mfs',
  'namesys', 'net/identify', 'p2p-circuit', 'p2p-holepunch', 'p2p-mount', 'path/resolver', 'peering', 'peerstore', 'pin', 'ping',
  'pinning-service-http-client', 'provider', 'pubsub', 'relay', 'remotepinning/mfs', 'routing/http/client', 'services', 'swarm', 'swarm2',
  'tcp-tpt', 'unixfs', 'unixfs-hamt', 'upgrader', 'webrtc-transport', 'websocket-transport', 'webtransport'
] as const
