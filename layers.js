/**
 * The modules of src/ in layers, from the bottom up. Files of a module may import from their own module and from those
 * below it, and from no others.
 *
 * Type imports count like any other import. `npm run lint` enforces it; ARCHITECTURE.md describes each module.
 */
export const LAYERS = [
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
export const FORBIDDEN = [
  // Pages talk to the node only by fetch. The client library also uses ports: for uploads, for the WebRTC connections
  // of its worker, and for peer streams.
  {
    modules: ['client'],
    forbidden: LAYERS.slice(0, LAYERS.indexOf('client')).filter((module) => module !== 'webrtc' && module !== 'port')
  },
  { modules: ['ui', 'bootstrap', 'site-link'], forbidden: LAYERS.slice(0, LAYERS.indexOf('client')) },
  // Libraries that apps import next to the client, in pages too.
  { modules: ['kubo', 'helia'], forbidden: LAYERS.filter((module) => module !== 'client') },
  // Runs at build time of an app.
  { modules: ['vite-plugin'], forbidden: LAYERS },
  // Only the shells add the libp2p part: a worker loads it as a separate script, and everything else runs without it.
  { modules: LAYERS.slice(LAYERS.indexOf('jobs'), LAYERS.indexOf('node-adapter')), forbidden: ['libp2p'] },
  // Content is served without the admin interface.
  { modules: ['gateway'], forbidden: ['node', 'rpc', 'commands'] }
]

/**
 * The layers inside large modules, from the bottom up: folders, and files of the module's own folder. Files that are
 * not named lie on top of all of these.
 *
 * @type {Record<string, string[]>}
 */
export const INNER = {}
