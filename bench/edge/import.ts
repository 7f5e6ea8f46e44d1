// Imports a large CAR from the bucket of an edge node, run by workerd on this machine, and prints what its events do:
// `node --import tsx bench/edge/import.ts [--mib N] [--blocks N]`
import { encode } from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { createHash, randomFillSync } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
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

/** Parts in which the CAR is put into the bucket. */
const PART_BYTES = 64 * MIB

/** Attempts of a call. */
const MAX_TRIES = 10

const { values } = parseArgs({
  options: { mib: { type: 'string', default: '1024' }, blocks: { type: 'string', default: '200000' } }
})
const blocks = Number(values.blocks)
/** Length of the header of a CAR with one root, with its varint. */
const HEADER_BYTES = 59
const blockBytes = Math.floor(Number(values.mib) * MIB / blocks)

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

const name = 'incoming/bench.car'

/** Puts a CAR into the bucket while it is made. Its first part has the header, which names the last block. */
class CarUpload {
  #parts = 0
  #first: Uint8Array[] | undefined
  #held: Uint8Array[] = []
  #heldBytes = HEADER_BYTES
  #levels: CID[][] = [[]]

  /** Adds a block, and its parents as soon as they have all their links. */
  async add (code: number, bytes: Uint8Array, level = 0): Promise<CID> {
    const cid = CID.createV1(code, create(SHA2_256, createHash('sha256').update(bytes).digest()))

    for (const piece of [varintBytes(cid.bytes.byteLength + bytes.byteLength), cid.bytes, bytes]) {
      await this.#write(piece)
    }

    const siblings = this.#levels[level] ??= []
    siblings.push(cid)

    if (siblings.length === LINKS) {
      await this.#close(level)
    }

    return cid
  }

  /** Ends the CAR with the missing parents. Their last one is the root. */
  async end (): Promise<void> {
    for (let level = 0; level < this.#levels.length - 1 || this.#levels[level].length > 1; level++) {
      await this.#close(level)
    }

    const [root] = this.#levels.at(-1)!
    const header = encode({ version: 1, roots: [root] })
    await this.#sendNext(this.#held)
    await callBucket('part', '&part=1', Buffer.concat([varintBytes(header.byteLength), header, ...this.#first!]))
    await callBucket('complete')
  }

  async #close (level: number): Promise<void> {
    const cids = this.#levels[level].splice(0)

    if (cids.length > 0) {
      await this.add(DAG_CBOR, encode(cids), level + 1)
    }
  }

  /** All parts but the last have the same length. */
  async #write (bytes: Uint8Array): Promise<void> {
    const room = PART_BYTES - this.#heldBytes
    this.#held.push(bytes.subarray(0, room))
    this.#heldBytes += bytes.byteLength

    if (bytes.byteLength >= room) {
      const full = this.#held

      if (this.#first == null) {
        this.#first = full
      } else {
        await this.#sendNext(full)
      }

      this.#held = [bytes.subarray(room)]
      this.#heldBytes = bytes.byteLength - room
    }
  }

  async #sendNext (pieces: Uint8Array[]): Promise<void> {
    await callBucket('part', `&part=${++this.#parts + 1}`, Buffer.concat(pieces))
  }
}

/** Calls `swipfs/bucket/…`, again if a kept-alive connection had just been closed. */
async function callBucket (call: string, query = '', body?: BodyInit): Promise<unknown> {
  for (let tries = 1;; tries++) {
    try {
      const response = await edgeRpc(engine.url, `swipfs/bucket/${call}?arg=${name}${query}`, body)
      const text = await response.text()

      if (!response.ok) {
        throw new Error(text)
      }

      return JSON.parse(text)
    } catch (err) {
      if (tries === MAX_TRIES) {
        throw err
      }
    }
  }
}

/** Returns the memory of the engine, a child of this process, with its simulation of the bucket, in bytes. */
async function engineBytes (): Promise<number> {
  let most = 0

  for (const pid of (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')

    if (status.includes(`PPid:\t${process.pid}\n`) && status.startsWith('Name:\tworkerd')) {
      most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024)
    }
  }

  return most
}

try {
  await callBucket('upload', `&part-size=${PART_BYTES}`)
  const upload = new CarUpload()

  for (let made = 0; made < blocks; made++) {
    await upload.add(RAW, randomFillSync(new Uint8Array(blockBytes)))
  }

  await upload.end()
  console.error('the CAR is in the bucket')
  await fetch(`${engine.url}/test-counts`)
  const memory = await objectMemory(engine.inspector!)
  const startMs = Date.now()
  const stat = async (): Promise<{ State: string; Steps: number; Blocks: number; Bytes: number }> =>
    await callBucket('stat') as never
  let [adoptMs, enginePeak] = [0, 0]

  const peak = await memory.peak(async () => {
    await callBucket('import')

    for (let shown = await stat(); shown.State !== 'done'; shown = await stat()) {
      if (shown.State === 'failed') {
        throw new Error(JSON.stringify(shown))
      }

      const resident = await engineBytes()
      enginePeak = Math.max(enginePeak, resident)
      console.error(
        `${shown.State}: ${shown.Steps} steps, ${shown.Blocks} blocks, ${
          ((Date.now() - startMs) / 1000).toFixed(0)
        } s, ${(resident / 1e6).toFixed(0)} MB`
      )
      adoptMs = shown.State === 'adopting' && adoptMs === 0 ? Date.now() : adoptMs
      await new Promise((resolve) => {
        setTimeout(resolve, STAT_MS)
      })
    }
  })

  // A short adoption may lie between two looks.
  adoptMs = adoptMs === 0 ? Date.now() : adoptMs
  const { Steps: steps, Blocks: stored, Bytes: bytes } = await stat()
  const counts = await (await fetch(`${engine.url}/test-counts`)).json()
  console.log(
    `${stored} blocks, ${(bytes / MIB).toFixed(0)} MiB: ${steps} steps in ${
      ((adoptMs - startMs) / 1000).toFixed(0)
    } s, adopted in ${((Date.now() - adoptMs) / 1000).toFixed(0)} s; at most ${(peak / 1e6).toFixed(0)} MB in memory, ${
      (enginePeak / 1e6).toFixed(0)
    } MB of the engine; the most of one event, and all:`,
    counts
  )
  memory.close()
} finally {
  await engine.close()
  await rm(state, { recursive: true, force: true })
}
