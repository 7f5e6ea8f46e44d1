// Saves the state directory of a node on the edge that another checkout of this repository has made, for
// earlier-state.test.ts: `node --import tsx edge/testing/save-state.ts CHECKOUT > edge/testing/fixtures/NAME.json.gz`

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { startEngine } from '../../scripts/serve/edge/engine.mjs'
import type { SavedState } from './earlier-state.ts'
import { noiseBytes } from './noise-bytes.ts'
import { edgeRpc, TOKEN } from './served-edge.ts'
import { upload } from './upload.ts'

const [checkout] = process.argv.slice(2)
const bundler = ['scripts/build/edge/bundle-edge.mjs', 'scripts/build/bundle-edge.mjs']

async function importBundler (): Promise<
  { bundleEdge: (options: { root: string; entry: string }) => Promise<string> }
> {
  for (const file of bundler) {
    try {
      return await import(path.join(checkout, file)) as never
    } catch {
      // Another version has it elsewhere.
    }
  }

  throw new Error(`${checkout} has no bundler for the edge`)
}

const { bundleEdge } = await importBundler()
const state = await mkdtemp(path.join(tmpdir(), 'swipfs-save-state-'))
const engine = await startEngine({
  code: await bundleEdge({ root: checkout, entry: path.join(checkout, 'edge/worker.ts') }),
  state,
  bindings: { TOKEN, CONFIG: JSON.stringify({ Bootstrap: [], 'Routing.Type': 'none' }) }
})

const rpc = async (call: string, body?: BodyInit): Promise<string> => {
  const response = await edgeRpc(engine.url, call, body)
  const text = await response.text()

  if (!response.ok) {
    throw new Error(`${call}: ${text}`)
  }

  return text
}

const add = async (bytes: Uint8Array, options = ''): Promise<string> =>
  (JSON.parse(await rpc(`add?cid-version=1&progress=false${options}`, upload(bytes))) as { Hash: string }).Hash

const large = await add(noiseBytes(1, 40_000), '&chunker=size-8192&pin-name=large')
const small = await add(noiseBytes(2, 600))
const unpinned = await add(noiseBytes(3, 20_000), '&pin=false')
await rpc('files/mkdir?arg=/site')
await rpc(`files/cp?arg=/ipfs/${large}&arg=/site/large.bin`)
await rpc(`files/cp?arg=/ipfs/${small}&arg=/site/small.bin`)
const folder = (JSON.parse(await rpc('files/stat?arg=/site')) as { Hash: string }).Hash
const key = (JSON.parse(await rpc('key/gen?arg=blog')) as { Id: string }).Id
await rpc('config?arg=Datastore.StorageMax&arg=3GB')
const id = (JSON.parse(await rpc('id')) as { ID: string }).ID
await rpc('repo/verify')
await engine.close()

const files: SavedState['files'] = {}

for (const entry of await readdir(state, { recursive: true, withFileTypes: true })) {
  if (entry.isFile()) {
    const file = path.join(entry.parentPath, entry.name)
    files[path.relative(state, file)] = (await readFile(file)).toString('base64')
  }
}

await rm(state, { recursive: true })
const saved: SavedState = { id, large, small, unpinned, folder, key, files }
process.stdout.write(gzipSync(JSON.stringify(saved), { level: 9 }))
