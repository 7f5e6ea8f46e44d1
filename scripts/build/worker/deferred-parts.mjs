import path from 'node:path'
import { packageOf } from '../package-of.mjs'

/**
 * Modules that are evaluated at first use, by the name of their part. A part consists of these modules and all others
 * that the rest of the worker reaches only through them.
 *
 * Entries are paths below the root, or packages.
 */
export const DEFERRED_PARTS = {
  rpc: ['src/commands/root.ts', 'src/rpc/handler.ts'],
  formats: [
    'src/gateway/formats/serve-car.ts',
    'src/gateway/formats/serve-codec.ts',
    'src/gateway/formats/name-record.ts',
    'src/gateway/formats/serve-raw.ts',
    'src/gateway/formats/serve-tar.ts',
    'src/gateway/formats/directory-listing.ts'
  ],
  redirects: ['src/gateway/redirects-file/apply.ts'],
  mfs: ['src/mfs/mfs.ts'],
  jobs: [
    'src/jobs/kinds/add-reference.ts',
    'src/jobs/kinds/add.ts',
    'src/jobs/kinds/dag-import.ts',
    'src/jobs/kinds/name-renewal.ts',
    'src/jobs/kinds/pin-add.ts',
    'src/jobs/kinds/pin-remote-add.ts',
    'src/jobs/kinds/repo-gc.ts',
    'src/jobs/kinds/repo-verify.ts'
  ],
  codecs: [
    'src/ipld/git/git-raw.ts',
    'src/ipld/jose/dag-jose.ts',
    'src/ipld/json/dag-json.ts',
    'src/ipld/json/json.ts'
  ],
  codes: ['src/cid/codes/codec-names.ts'],
  hashes: [
    '@multiformats/murmur3',
    '@noble/hashes/blake2.js',
    '@noble/hashes/blake3.js',
    '@noble/hashes/legacy.js',
    '@noble/hashes/sha3.js'
  ],
  keys: [
    '@libp2p/crypto',
    '@noble/curves',
    'protons-runtime',
    'src/keys/formats/embedded-public-key.ts',
    'src/keys/formats/read-private-key.ts',
    'src/keys/formats/write-private-key.ts',
    'src/keys/store/generate-key.ts',
    'src/names/record/check-record.ts',
    'src/names/record/create-record.ts',
    '@libp2p/peer-id'
  ],
  addresses: ['@multiformats/multiaddr'],
  autoconf: ['src/net/auto-conf/fetch-auto-conf.ts'],
  libp2pgateways: ['src/gateway/local/peer-gateway.ts', 'src/swarm/streams/gateway-peers.ts'],
  denylist: ['src/denylist/lists/denylists.ts', 'src/node/denylists/open-list-source.ts'],
  remotepins: ['src/pins/remote/pinning-service.ts'],
  idb: ['src/store/idb/idb-blockstore.ts', 'blockstore-idb'],
  gzip: ['fflate']
}

/** The script with the deferred parts. The worker of a node loads it when it is installed. */
export const DEFERRED_SCRIPT = 'deferred.js'

/** Name of the chunk with the modules that every start of the worker evaluates. */
export const CORE = 'core'

/**
 * Assigns modules to the chunks of the worker, as a group of the bundler (`codeSplitting.groups`). Modules that a start
 * of the worker needs form the chunk `core`, which is complete before the entry runs: the entry may use deferred parts,
 * and these import from the core.
 *
 * @param {string} root
 * @param {string} entry path of the module that starts the worker
 * @param {Record<string, string[]>} parts such as `DEFERRED_PARTS`
 * @returns {{ plugin: import('vite').Plugin, chunkName: (id: string) => string | null }} `plugin` records the imports;
 *   `chunkName` returns `core`, or for a deferred chunk the names of the parts that need it; null for the entry, and
 *   for modules that it does not reach
 */
export function deferredParts (root, entry, parts) {
  /** @type {Map<string, readonly string[]>} */
  const imports = new Map()
  /** @type {Map<string, string> | undefined} */
  let names

  const isEntry = (id, entries) =>
    entries.some((name) =>
      path.join(root, name) === id || [id, packageOf(id)].some((found) => found?.endsWith(`node_modules/${name}`))
    )

  function assign () {
    const byPart = Object.entries(parts).map(([name, entries]) => ({
      name,
      modules: [...imports.keys()].filter((id) => isEntry(id, entries))
    }))
    const seams = new Set(byPart.flatMap(({ modules }) => modules))
    const core = reachableModules([entry], imports, seams)
    const chunks = new Map()

    for (const { name, modules } of byPart) {
      for (
        const id of reachableModules(
          modules,
          imports,
          new Set([...core, ...seams].filter((seam) => !modules.includes(seam)))
        )
      ) {
        chunks.set(id, [...chunks.get(id) ?? [], name])
      }
    }

    return new Map([
      ...[...core].filter((id) => id !== entry).map((id) => [id, CORE]),
      ...[...chunks].map(([id, found]) => [id, found.sort().join('-')])
    ])
  }

  return {
    plugin: {
      name: 'deferred-parts',
      moduleParsed ({ id, importedIds }) {
        imports.set(id, importedIds)
      }
    },
    chunkName: (id) => (names ??= assign()).get(id) ?? null
  }
}

/** Returns the modules that are reached by imports, without those of `without`. */
function reachableModules (from, imports, without) {
  const found = new Set(from)

  for (const id of found) {
    for (const next of imports.get(id) ?? []) {
      if (!without.has(next)) {
        found.add(next)
      }
    }
  }

  return found
}
