import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'
import type { Block } from '../../src/store/blockstore.ts'
import { openPackedBlockstore } from '../../src/store/packed/open-packed-blockstore.ts'
import { subjects } from './subjects.ts'
import type { Subject } from './subjects.ts'

/** One line of the table: figures by the name of the store. */
export interface Row {
  size: string
  what: string
  unit: string
  figures: Record<string, number>
}

const KIB = 1024
const MIB = 1024 * KIB
const SIZES = [1 * KIB, 32 * KIB, 256 * KIB, 1 * MIB]
const PARALLEL = 64

/** The size of the many small blocks. */
const SMALL_BYTES = 200

/** Blocks whose rate is measured at the end of each stage of the many small ones. */
const STAGE_TAIL = 10_000

function randomBytes (size: number): Uint8Array {
  const bytes = new Uint8Array(size)

  for (let start = 0; start < size; start += 65_536) {
    crypto.getRandomValues(bytes.subarray(start, Math.min(size, start + 65_536)))
  }

  return bytes
}

/** Digests are random, as real ones look: the stores check none. */
function makeBlocks (count: number, size: number): Block[] {
  const digests = randomBytes(count * 32)
  const pool = randomBytes(size + count)
  return Array.from({ length: count }, (_, i) => ({
    cid: CID.createV1(raw.code, create(0x12, digests.subarray(i * 32, i * 32 + 32))),
    bytes: pool.slice(i, i + size)
  }))
}

async function seconds (work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

async function inParallel<T> (all: T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < all.length; start += PARALLEL) {
    await Promise.all(all.slice(start, start + PARALLEL).map(work))
  }
}

function shuffled<T> (all: T[]): T[] {
  return all.map((one): [number, T] => [Math.random(), one]).sort(([a], [b]) => a - b).map(([, one]) => one)
}

/** All figures of one store at one block size. */
async function measure (subject: Subject, size: number, totalBytes: number, note: (what: string, unit: string, figure: number) => void): Promise<void> {
  const count = Math.max(32, Math.min(8000, Math.floor(totalBytes / size)))
  const few = Math.min(400, count)
  const rate = (blocks: number, time: number): [unit: string, figure: number] =>
    size >= 32 * KIB ? ['MiB/s', blocks * size / MIB / time] : ['blocks/s', blocks / time]
  const sets = Array.from({ length: 4 }, () => makeBlocks(count, size))
  const cids = sets[2].map(({ cid }) => cid)
  const random = shuffled(cids).slice(0, few)
  const check = (bytes: Uint8Array): void => {
    if (bytes.byteLength !== size) {
      throw new Error(`a block of ${bytes.byteLength} bytes came back`)
    }
  }

  note('put one by one', ...rate(few, await seconds(async () => {
    for (const block of sets[0].slice(0, few)) {
      await subject.put(block)
    }
  })))
  note(`put, ${PARALLEL} in parallel`, ...rate(count, await seconds(async () => { await inParallel(sets[1], subject.put) })))
  note('put many', ...rate(count, await seconds(async () => { await subject.putMany(sets[2]) })))

  if (subject.session != null) {
    note('write session, durable', ...rate(count, await seconds(async () => { await subject.session!(sets[3]) })))
  }

  await subject.reopen()
  note('get random', ...rate(few, await seconds(async () => {
    for (const cid of random) {
      check(await subject.get(cid))
    }
  })))
  await subject.reopen()
  note('get in order, one by one', ...rate(count, await seconds(async () => {
    for (const cid of cids) {
      check(await subject.get(cid))
    }
  })))
  await subject.reopen()
  note('get many', ...rate(count, await seconds(async () => { await subject.getMany(cids, check) })))
  note('has, one by one', 'calls/s', few / await seconds(async () => {
    for (const cid of random) {
      await subject.has(cid)
    }
  }))
  note(`has, ${PARALLEL} in parallel`, 'calls/s', count / await seconds(async () => { await inParallel(cids, subject.has) }))
  note('delete 3 of 4', 'blocks/s', count * 0.75 / await seconds(async () => { await subject.deleteMany(cids.filter((_, i) => i % 4 !== 0)) }))

  if (subject.compact != null) {
    note('compaction after it', 'ms', 1000 * await seconds(subject.compact))
  }
}

function deleteDatabase (name: string): Promise<void> {
  return new Promise((resolve) => { indexedDB.deleteDatabase(name).onsuccess = () => { resolve() } })
}

async function comparison (totalBytes: number): Promise<Row[]> {
  const rows = new Map<string, Row>()

  for (const size of SIZES) {
    for (const [store, open] of Object.entries(subjects)) {
      const name = `bench-${store}-${size}`
      const subject = await open(name)
      await measure(subject, size, totalBytes, (what, unit, figure) => {
        const key = `${size} ${what}`
        const row = rows.get(key) ?? { size: `${size / KIB} KiB`, what, unit, figures: {} }
        row.figures[store] = figure
        rows.set(key, row)
      })
      await subject.close()
      await deleteDatabase(name)
    }
  }

  return [...rows.values()]
}

/** Fills one store in stages, and measures at each of them: no rate may fall with the number of blocks. */
async function manySmall (stages: number[]): Promise<Row[]> {
  const rows: Row[] = []
  const limit = await rawManySmall(stages)
  let store = await openPackedBlockstore('bench-many')
  let written = 0

  for (const stage of stages) {
    const note = (what: string, unit: string, figure: number, others: Record<string, number> = {}): void => {
      rows.push({ size: `${SMALL_BYTES} B × ${stage}`, what, unit, figures: { packed: figure, ...others } })
    }
    const fill = async (count: number): Promise<Block[]> => {
      const blocks = makeBlocks(count, SMALL_BYTES)
      const session = store.session()

      for (const { cid, bytes } of blocks) {
        await session.put(cid, bytes)
      }

      await session.commit()
      written += count
      return blocks
    }

    let early: Block[] = []

    while (written < stage - STAGE_TAIL) {
      early = await fill(Math.min(50_000, stage - STAGE_TAIL - written))
    }

    let tail: Block[] = []
    note('write session, its last 10 k blocks', 'blocks/s', STAGE_TAIL / await seconds(async () => { tail = await fill(STAGE_TAIL) }), { 'raw IndexedDB': limit.get(stage)! })
    await store.close()
    note('open', 'ms', 1000 * await seconds(async () => { store = await openPackedBlockstore('bench-many') }))
    const cids = shuffled([...tail, ...early]).slice(0, 2000).map(({ cid }) => cid)
    note('get random, one by one', 'blocks/s', 1000 / await seconds(async () => {
      for (const cid of cids.slice(0, 1000)) {
        await store.bytes(cid)
      }
    }))
    note(`get random, ${PARALLEL} in parallel`, 'blocks/s', cids.length / await seconds(async () => { await inParallel(cids, async (cid) => await store.bytes(cid)) }))
    note('has, of them and as many that are missing', 'blocks/s', 2 * cids.length / await seconds(async () => {
      for (const cid of [...cids, ...makeBlocks(cids.length, SMALL_BYTES).map(({ cid }) => cid)]) {
        await store.has(cid)
      }
    }))
    note('repo/stat', 'ms', 1000 * await seconds(async () => {
      const { blocks } = await store.stat()

      if (blocks !== stage) {
        throw new Error(`${blocks} of ${stage} blocks are counted`)
      }
    }))
    note('removal, as a collection does', 'blocks/s', cids.length / await seconds(async () => { await store.remove(cids) }))
    written -= cids.length
    await fill(cids.length)
  }

  let listed = 0
  rows.push({
    size: `${SMALL_BYTES} B × ${written}`,
    what: 'all keys',
    unit: 'keys/s',
    figures: {
      packed: written / await seconds(async () => {
        for await (const _ of store.keys()) {
          listed++
        }
      })
    }
  })

  if (listed !== written) {
    throw new Error(`${listed} of ${written} keys are listed`)
  }

  await store.close()
  return rows
}

/** The write rates of the database alone at the same stages: what the browser itself loses with size. */
async function rawManySmall (stages: number[]): Promise<Map<number, number>> {
  const subject = await subjects['raw IndexedDB']('bench-many-raw')
  const rates = new Map<number, number>()
  let written = 0

  for (const stage of stages) {
    while (written < stage - STAGE_TAIL) {
      const count = Math.min(50_000, stage - STAGE_TAIL - written)
      await subject.putMany(makeBlocks(count, SMALL_BYTES))
      written += count
    }

    const tail = makeBlocks(STAGE_TAIL, SMALL_BYTES)
    rates.set(stage, STAGE_TAIL / await seconds(async () => { await subject.putMany(tail) }))
    written += STAGE_TAIL
  }

  await subject.close()
  await deleteDatabase('bench-many-raw')
  return rates
}

const parts = { comparison, manySmall }

onmessage = ({ data: { part, args } }: MessageEvent<{ part: keyof typeof parts, args: [never] }>) => {
  parts[part](...args).then((rows) => { postMessage({ rows }) }, (err: Error) => { postMessage({ error: String(err.stack) }) })
}
