/**
 * The rooms of src/, from the ground up: the files of a room may use its own and those of rooms below it, and no others.
 * A type counts as much as a function. `npm run lint` holds the code to it; ARCHITECTURE.md tells what each room is for.
 */
export const FLOORS = [
  'bytes',
  'async',
  'log',
  'port',
  'webrtc',
  'go',
  'http',
  'cid',
  'ipld',
  'config',
  'store',
  'blocks',
  'car',
  'dag',
  'unixfs',
  'path',
  'repo',
  'pins',
  'mfs',
  'keys',
  'names',
  'net',
  'retrieval',
  'delegated-router',
  'swarm',
  'libp2p',
  'jobs',
  'node',
  'pinning-service',
  'diag',
  'api',
  'rpc',
  'commands',
  'gateway',
  'client',
  'ui',
  'bootstrap',
  'site-link',
  'kubo',
  'helia',
  'vite-plugin',
  'node-adapter',
  'relay'
]

/** Rooms that do not know each other although one stands above the other. */
export const STRANGERS = [
  // pages speak to the node by fetch alone; the client library hands uploads over by a port, and holds the connections of its worker, and streams of peers by ports
  { rooms: ['client'], strangers: FLOORS.slice(0, FLOORS.indexOf('client')).filter((room) => room !== 'webrtc' && room !== 'port') },
  { rooms: ['ui', 'bootstrap', 'site-link'], strangers: FLOORS.slice(0, FLOORS.indexOf('client')) },
  // what apps import besides the client: pages too
  { rooms: ['kubo', 'helia'], strangers: FLOORS.filter((room) => room !== 'client') },
  // runs where an app is built
  { rooms: ['vite-plugin'], strangers: FLOORS },
  // the peer-to-peer part is put in by the shells alone: a worker loads it beside its script, and the rest runs without
  { rooms: FLOORS.slice(FLOORS.indexOf('jobs'), FLOORS.indexOf('node-adapter')), strangers: ['libp2p'] },
  // content is served without the admin interface
  { rooms: ['gateway'], strangers: ['node', 'rpc', 'commands'] }
]
