/**
 * The modules of src/ in layers, from the bottom up. Files of a module may import from their own module and from those
 * below it, and from no others.
 *
 * Type imports count like any other import. `npm run lint` enforces it; ARCHITECTURE.md describes each module.
 */
export const LAYERS = [
  'errors',
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
  'denylist',
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
  'devices',
  'bridge',
  'ui',
  'site-link',
  'bootstrap',
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
    forbidden: LAYERS.slice(0, LAYERS.indexOf('client')).filter((module) =>
      !['errors', 'webrtc', 'port'].includes(module)
    )
  },
  // Uses a node by its commands, wherever that node runs.
  {
    modules: ['devices'],
    forbidden: LAYERS.slice(0, LAYERS.indexOf('devices')).filter((module) => module !== 'errors')
  },
  {
    modules: ['bridge'],
    forbidden: LAYERS.slice(0, LAYERS.indexOf('client')).filter((module) => !['errors', 'port'].includes(module))
  },
  {
    modules: ['ui', 'bootstrap', 'site-link'],
    forbidden: LAYERS.slice(0, LAYERS.indexOf('client')).filter((module) => module !== 'errors')
  },
  // Libraries that apps import next to the client, in pages too.
  { modules: ['kubo', 'helia'], forbidden: LAYERS.filter((module) => module !== 'errors' && module !== 'client') },
  // Runs at build time of an app.
  { modules: ['vite-plugin'], forbidden: LAYERS },
  // Only the shells add the libp2p part: a worker loads it as a separate script, and everything else runs without it.
  { modules: LAYERS.slice(LAYERS.indexOf('jobs'), LAYERS.indexOf('node-adapter')), forbidden: ['libp2p'] },
  // Content is served without the admin interface.
  { modules: ['gateway'], forbidden: ['node', 'rpc', 'commands'] }
]

/** Stands for the files directly in a module's folder. */
export const OWN_FILES = '.'

/**
 * The layers inside large modules, from the bottom up: their folders. The files directly in a module's folder lie on
 * top of these, unless `OWN_FILES` gives them another place.
 *
 * @type {Record<string, string[]>}
 */
export const INNER = {
  'edge': [
    'engine',
    'request',
    'peer',
    'admission',
    'limits',
    'write',
    'metrics',
    'cache',
    'denylist',
    'front',
    'fetch'
  ],
  'edge/peer': ['door', 'socket'],
  'sw': [
    'scope',
    'responses',
    'shell',
    'storage',
    'swarm',
    'node',
    'ports',
    'messages',
    'requests',
    'worker',
    'site',
    'library'
  ],
  'cli': ['program', 'terminal', 'hosts', 'node', 'commands'],
  'src/async': ['timers', 'signals', 'promises', 'locks', 'iteration'],
  'src/blocks': ['exchange', 'local', 'reader', 'port', 'references'],
  'src/bridge': ['protocol', 'asking', 'answering'],
  'src/bytes': [OWN_FILES, 'protobuf', 'blobs'],
  'src/cid': ['codes', 'binary', 'hash', 'multibase', 'text', 'peer-id', 'sets'],
  'src/client': ['protocol', 'body', 'worker', 'setup', 'rpc', 'jobs', 'upload', 'keys', 'node', 'streams', 'page'],
  'src/config': ['values', 'schema', 'types', 'document', 'changes'],
  'src/denylist': [OWN_FILES, 'rules', 'format', 'lists'],
  'src/devices': [OWN_FILES, 'tree', 'records', 'drive', 'pairing'],
  'src/gateway': [
    'errors',
    'request',
    'content-type',
    'hosts',
    'html',
    'response',
    'redirects-file',
    'own-origin',
    'formats',
    'steps',
    'backends',
    'handler',
    'local',
    'port',
    'site'
  ],
  'src/go': ['text', 'numbers', 'time', 'json', 'url'],
  'src/http': ['headers', 'body', 'multipart', 'upload', 'http1', 'response'],
  'src/ipld': ['data-model', 'cbor', 'dag-pb', 'git', 'json', 'jose', 'registry'],
  'src/jobs': [OWN_FILES, 'kinds'],
  'src/keys': ['formats', 'store', 'backup'],
  'src/libp2p': [
    'host',
    'transports',
    'streams',
    'addresses',
    'limits',
    'dialing',
    'identify',
    'relay',
    'pubsub',
    'bitswap',
    'dht',
    'auto-nat'
  ],
  'src/names': ['record', 'cache', 'routing', 'resolve', 'dns', 'publish'],
  'src/net': ['addresses', 'bootstrap', 'auto-conf'],
  'src/node': [
    'identity',
    'services',
    'session',
    'providing',
    'interface',
    'denylists',
    'repo',
    'maintenance',
    'parts'
  ],
  'src/node-adapter': ['http', 'apps', 'network', 'cli'],
  'src/pins': ['walk-log', 'store', 'index', 'fetch', 'change', 'query', 'remote'],
  'src/repo': [OWN_FILES, 'gc'],
  'src/retrieval': ['http', 'routers', 'settings', 'gateways'],
  'src/rpc': ['command', 'encodings', 'response', 'request'],
  'src/store': [
    'blockstore',
    'quota',
    'database',
    'cache',
    'datastore',
    'copies',
    'idb',
    'packed',
    'torn-log',
    'open',
    'sql'
  ],
  'src/store/packed': ['schema', 'segments', 'read', 'write'],
  'src/store/packed/write': ['removal', 'staging'],
  'src/swarm': ['pubsub', OWN_FILES, 'routing', 'peers', 'streams'],
  'src/ui': [
    'lib',
    'client',
    'page',
    'actions',
    'network',
    'storage',
    'folder',
    'library',
    'content',
    'share',
    'viewer',
    'intake',
    'jobs',
    'publish',
    'files',
    'receive',
    'explore',
    'backup',
    'console',
    'grants',
    'devices',
    'settings',
    'node',
    'search',
    'shell'
  ],
  'src/ui/actions': ['state', 'parts'],
  'src/ui/backup': ['lib', 'state', 'parts'],
  'src/ui/console': ['lib', 'state', 'parts'],
  'src/ui/content': ['lib', 'state', 'viewer'],
  'src/ui/devices': ['lib', 'state', 'parts'],
  'src/ui/folder': ['lib', 'state', 'parts'],
  'src/ui/grants': ['lib', 'state', 'parts'],
  'src/ui/intake': ['lib', 'state', 'parts'],
  'src/ui/jobs': ['lib', 'state', 'parts'],
  'src/ui/lib': ['reactive', 'text', 'data', 'background', 'links', 'command'],
  'src/ui/lib/command': ['info', 'call', 'code', 'parse', 'lines'],
  'src/ui/library': ['lib', 'state', 'parts'],
  'src/ui/network': ['lib', 'state', 'parts'],
  'src/ui/node': ['lib', 'state', 'parts'],
  'src/ui/page': ['state', 'text', 'controls', 'loading', 'json'],
  'src/ui/search': ['lib', 'state', 'parts'],
  'src/ui/publish': ['lib', 'state', 'parts'],
  'src/ui/receive': ['lib', 'state', 'parts'],
  'src/ui/settings': ['state', 'parts'],
  'src/ui/share': ['lib', 'state', 'parts'],
  'src/ui/shell': ['lib', 'state', 'parts'],
  'src/ui/storage': ['lib', 'state', 'parts'],
  'src/ui/viewer': ['lib', 'state', 'parts'],
  'src/unixfs': ['format', 'read', 'import', 'change', 'tar'],
  'src/unixfs/import': ['chunker', 'pipeline', 'directory', 'layout', 'file', 'entries', 'settings'],
  'src/unixfs/read': ['sizes', 'directory', 'file'],
  'src/webrtc': [OWN_FILES, 'shim', 'host']
}
