/**
 * The modules of src/ in layers, from the bottom up. Files of a module may import from their own module and from those
 * below it, and from no others.
 *
 * Type imports count like any other import. `npm run lint` enforces it; ARCHITECTURE.md describes each module.
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

/** Modules that must not import each other although one is above the other. */
export const STRANGERS = [
  // Pages talk to the node only by fetch. The client library also uses ports: for uploads, for the WebRTC connections
  // of its worker, and for peer streams.
  {
    rooms: ['client'],
    strangers: FLOORS.slice(0, FLOORS.indexOf('client')).filter((room) => room !== 'webrtc' && room !== 'port')
  },
  { rooms: ['ui', 'bootstrap', 'site-link'], strangers: FLOORS.slice(0, FLOORS.indexOf('client')) },
  // Libraries that apps import next to the client, in pages too.
  { rooms: ['kubo', 'helia'], strangers: FLOORS.filter((room) => room !== 'client') },
  // Runs at build time of an app.
  { rooms: ['vite-plugin'], strangers: FLOORS },
  // Only the shells add the libp2p part: a worker loads it as a separate script, and everything else runs without it.
  { rooms: FLOORS.slice(FLOORS.indexOf('jobs'), FLOORS.indexOf('node-adapter')), strangers: ['libp2p'] },
  // Content is served without the admin interface.
  { rooms: ['gateway'], strangers: ['node', 'rpc', 'commands'] }
]
