// Imports a large CAR from the bucket of an edge node, run by workerd on this machine, and prints what its events do:
// `node --import tsx bench/edge/import.ts [--mib N] [--blocks N]`
import { encode } from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { createHash, randomFillSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { objectMemory } from '../../edge/testing/object-memory.ts'
import { edgeRpc, TOKEN } from '../../edge/testing/served-edge.ts'
import { bundleEdge } from '../../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../../scripts/serve/edge/engine.mjs'
import { varintBytes } from '../../src/bytes/protobuf/varint.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIB = 1024 * 1024
const RAW = 0x55
const DAG_CBOR = 0x71
const SHA2_256 = 0x12
const LINKS = 1000
const STAT_MS = 3000

const { values } = parseArgs({
  options: { mib: { type: 'string', default: '1024' }, blocks: { type: 'string', default: '200000' } }
})
const blocks = Number(values.blocks)
const blockBytes = Math.floor(Number(values.mib) * MIB / blocks)

const sections: Uint8Array[] = []

function addBlock (code: number, bytes: Uint8Array): CID {
  const cid = CID.createV1(code, create(SHA2_256, createHash('sha256').update(bytes).digest()))
  sections.push(varintBytes(cid.bytes.byteLength + bytes.byteLength), cid.bytes, bytes)
  return cid
}

function makeTree (cids: CID[]): CID {
  const parents: CID[] = []

  for (let at = 0; at < cids.length; at += LINKS) {
    parents.push(addBlock(DAG_CBOR, encode(cids.slice(at, at + LINKS))))
  }

  return parents.length === 1 ? parents[0] : makeTree(parents)
}

const root = makeTree(
  Array.from({ length: blocks }, () => addBlock(RAW, randomFillSync(new Uint8Array(blockBytes))))
)
const header = encode({ version: 1, roots: [root] })
const car = Buffer.concat([varintBytes(header.byteLength), header, ...sections])
sections.splice(0)

const state = await mkdtemp(path.join(os.tmpdir(), 'swipfs-bench-import-'))
const engine = await startEngine({
  code: await bundleEdge({
    root: ROOT,
    entry: fileURLToPath(new URL('../../edge/testing/import-worker.ts', import.meta.url))
  }),
  state,
  imports: true,
  inspected: true,
  bindings: {
    TOKEN,
    STEP_MIB: '64',
    CONFIG: JSON.stringify({ Bootstrap: [], 'Routing.Type': 'none', 'HTTPRetrieval.Enabled': false })
  }
})

try {
  const name = 'incoming/bench.car'
  await fetch(`${engine.url}/test-put?name=${name}`, { method: 'PUT', body: car })
  const memory = await objectMemory(engine.inspector!)
  const startMs = Date.now()
  const stat = async (): Promise<{ State: string; Steps: number; Blocks: number; Bytes: number }> => {
    try {
      return await (await edgeRpc(engine.url, `swipfs/bucket/stat?arg=${name}`)).json() as never
    } catch {
      // A kept-alive connection had just been closed.
      return await (await edgeRpc(engine.url, `swipfs/bucket/stat?arg=${name}`)).json() as never
    }
  }
  let adoptMs = 0

  const peak = await memory.peak(async () => {
    await (await edgeRpc(engine.url, `swipfs/bucket/import?arg=${name}`)).text()

    for (let shown = await stat(); shown.State !== 'done'; shown = await stat()) {
      if (shown.State === 'failed') {
        throw new Error(JSON.stringify(shown))
      }

      console.error(`${shown.State}: ${shown.Steps} steps, ${shown.Blocks} blocks`)
      adoptMs = shown.State === 'adopting' && adoptMs === 0 ? Date.now() : adoptMs
      await new Promise((resolve) => {
        setTimeout(resolve, STAT_MS)
      })
    }
  })

  const { Steps: steps, Blocks: stored, Bytes: bytes } = await stat()
  const counts = await (await fetch(`${engine.url}/test-counts`)).json()
  console.log(
    `${stored} blocks, ${(bytes / MIB).toFixed(0)} MiB: ${steps} steps in ${
      ((adoptMs - startMs) / 1000).toFixed(0)
    } s, adopted in ${((Date.now() - adoptMs) / 1000).toFixed(0)} s; at most ${
      (peak / 1e6).toFixed(0)
    } MB in memory; the most of one event:`,
    counts
  )
  memory.close()
} finally {
  await engine.close()
  await rm(state, { recursive: true, force: true })
}
