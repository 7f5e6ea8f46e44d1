import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'
import { pin } from '../../src/api/pin.ts'
import { createNode } from '../../src/node/create-node.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { collectGarbage } from '../../src/repo/gc/gc.ts'
import type { Block } from '../../src/store/blockstore/blockstore.ts'
import { openDatastore } from '../../src/store/datastore/open-datastore.ts'
import { openPackedBlockstore } from '../../src/store/packed/open-packed-blockstore.ts'
import type { PackedBlockstore } from '../../src/store/packed/packed-blockstore.ts'
import { smallFile } from './small-file.ts'
import { subjects } from './subjects.ts'
import type { Subject } from './subjects.ts'

/** One line of the table: figures by store name. */
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

/** Size of each of the many small blocks. */
const SMALL_BYTES = 200

/** Blocks at the end of each stage, for which the rate is measured. */
const STAGE_TAIL = 10_000

function randomBytes (size: number): Uint8Array {
  const bytes = new Uint8Array(size)

  for (let start = 0; start < size; start += 65_536) {
    crypto.getRandomValues(bytes.subarray(start, Math.min(size, start + 65_536)))
  }

  return bytes
}

/** Returns blocks with random digests, which look like real ones: the stores verify none. */
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

/** Measures all figures of one store at one block size. */
async function measureStore (
  subject: Subject,
  size: number,
  totalBytes: number,
  note: (what: string, unit: string, figure: number) => void
): Promise<void> {
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

  note(
    'put one by one',
    ...rate(
      few,
      await seconds(async () => {
        for (const block of sets[0].slice(0, few)) {
          await subject.put(block)
        }
      })
    )
  )
  note(
    `put, ${PARALLEL} in parallel`,
    ...rate(
      count,
      await seconds(async () => {
        await inParallel(sets[1], subject.put)
      })
    )
  )
  note(
    'put many',
    ...rate(
      count,
      await seconds(async () => {
        await subject.putMany(sets[2])
      })
    )
  )

  if (subject.session != null) {
    note(
      'write session, durable',
      ...rate(
        count,
        await seconds(async () => {
          await subject.session!(sets[3])
        })
      )
    )
  }

  await subject.reopen()
  note(
    'get random',
    ...rate(
      few,
      await seconds(async () => {
        for (const cid of random) {
          check(await subject.get(cid))
        }
      })
    )
  )
  await subject.reopen()
  note(
    'get in order, one by one',
    ...rate(
      count,
      await seconds(async () => {
        for (const cid of cids) {
          check(await subject.get(cid))
        }
      })
    )
  )
  await subject.reopen()
  note(
    'get many',
    ...rate(
      count,
      await seconds(async () => {
        await subject.getMany(cids, check)
      })
    )
  )
  note(
    'has, one by one',
    'calls/s',
    few / await seconds(async () => {
      for (const cid of random) {
        await subject.has(cid)
      }
    })
  )
  note(
    `has, ${PARALLEL} in parallel`,
    'calls/s',
    count / await seconds(async () => {
      await inParallel(cids, subject.has)
    })
  )
  note(
    'delete 3 of 4',
    'blocks/s',
    count * 0.75 / await seconds(async () => {
      await subject.deleteMany(cids.filter((_, i) => i % 4 !== 0))
    })
  )

  if (subject.compact != null) {
    note('compaction after it', 'ms', 1000 * await seconds(subject.compact))
  }
}

function deleteDatabase (name: string): Promise<void> {
  return new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = () => {
      resolve()
    }
  })
}

async function comparison (totalBytes: number): Promise<Row[]> {
  const rows = new Map<string, Row>()

  for (const size of SIZES) {
    for (const [store, open] of Object.entries(subjects)) {
      const name = `bench-${store}-${size}`
      const subject = await open(name)
      await measureStore(subject, size, totalBytes, (what, unit, figure) => {
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

/**
 * Fills one node in stages, with pinned files, and measures at each stage: no rate may drop as the number of blocks
 * grows.
 */
async function manySmall (stages: number[]): Promise<Row[]> {
  const rows: Row[] = []
  const limits = await rawManySmall(stages)
  let openMs = 0
  let store: PackedBlockstore

  const open = async (): Promise<IpfsNode> =>
    await createNode({
      datastore: await openDatastore('bench-many-rows'),
      openBlockstore: async () => {
        const start = performance.now()
        store = await openPackedBlockstore('bench-many')
        openMs = performance.now() - start
        return store
      }
    })

  let node = await open()
  // The empty directory of a new repo.
  let written = (await node.blockstore.stat()).blocks
  let leaves = 0

  const put = async (blocks: Block[]): Promise<void> => {
    const session = store.session()

    for (const { cid, bytes } of blocks) {
      await session.put(cid, bytes)
    }

    await session.commit()
    written += blocks.length
  }

  for (const stage of stages) {
    const note = (what: string, unit: string, figure: number, others: Record<string, number> = {}): void => {
      rows.push({ size: `${SMALL_BYTES} B × ${stage}`, what, unit, figures: { packed: figure, ...others } })
    }
    const makeFile = async (count: number): Promise<Awaited<ReturnType<typeof smallFile>>> => {
      leaves += count
      return await smallFile(randomBytes(count * SMALL_BYTES), SMALL_BYTES)
    }

    let early: Block[] = []

    while (leaves < stage - STAGE_TAIL) {
      const { blocks, root } = await makeFile(Math.min(50_000, stage - STAGE_TAIL - leaves))
      await put(blocks)
      await pin(node, root)
      early = leavesOf(blocks)
    }

    const { blocks, root } = await makeFile(STAGE_TAIL)
    const tail = leavesOf(blocks)
    note(
      'write session, its last 10 k blocks',
      'blocks/s',
      blocks.length / await seconds(async () => {
        await put(blocks)
      }),
      { 'raw IndexedDB': limits.get(stage)!.put }
    )
    await node.stop()
    node = await open()
    note('open', 'ms', openMs)
    note(
      'pin of a part, 10 k blocks',
      'blocks/s',
      blocks.length / await seconds(async () => {
        await pin(node, root)
      })
    )
    // Drops the blocks that the pin read from memory. The smallest store would otherwise answer from its cache only.
    await node.stop()
    node = await open()
    const cids = shuffled([...tail, ...early]).slice(0, 2000).map(({ cid }) => cid)
    note(
      'get random, one by one',
      'blocks/s',
      1000 / await seconds(async () => {
        for (const cid of cids.slice(0, 1000)) {
          await store.bytes(cid)
        }
      }),
      { 'raw IndexedDB': limits.get(stage)!.get }
    )
    note(
      `get random, ${PARALLEL} in parallel`,
      'blocks/s',
      cids.length / await seconds(async () => {
        await inParallel(cids, async (cid) => await store.bytes(cid))
      })
    )
    note(
      'has, of them and as many that are missing',
      'blocks/s',
      2 * cids.length / await seconds(async () => {
        for (const cid of [...cids, ...makeBlocks(cids.length, SMALL_BYTES).map(({ cid }) => cid)]) {
          await store.has(cid)
        }
      })
    )
    note(
      'repo/stat',
      'ms',
      1000 * await seconds(async () => {
        const { blocks } = await store.stat()

        if (blocks !== written) {
          throw new Error(`${blocks} of ${written} blocks are counted`)
        }
      })
    )
    const garbage = makeBlocks(2000, SMALL_BYTES)
    await put(garbage)
    note(
      'gc that finds 2000, of all blocks',
      'blocks/s',
      written / await seconds(async () => {
        await checkCollection(node, garbage.length)
      })
    )
    written -= garbage.length
  }

  let listed = 0
  rows.push({
    size: `${SMALL_BYTES} B × ${stages.at(-1)}`,
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

  await node.stop()
  return rows
}

function leavesOf (blocks: Block[]): Block[] {
  return blocks.filter(({ cid }) => cid.code === raw.code)
}

/** @throws if it removes more or less than the garbage */
async function checkCollection (node: IpfsNode, garbage: number): Promise<void> {
  let removed = 0

  await collectGarbage(node, {
    signal: new AbortController().signal,
    report: async (result) => {
      if ('error' in result) {
        throw result.error
      }
      removed++
    }
  })

  if (removed !== garbage) {
    throw new Error(`${removed} blocks were collected in place of ${garbage}`)
  }
}

/**
 * Measures the plain database at the same stages, in blocks per second: the slowdown of the browser itself with size.
 */
async function rawManySmall (stages: number[]): Promise<Map<number, { put: number; get: number }>> {
  const subject = await subjects['raw IndexedDB']('bench-many-raw')
  const rates = new Map<number, { put: number; get: number }>()
  let written = 0

  for (const stage of stages) {
    let early: Block[] = []

    while (written < stage - STAGE_TAIL) {
      early = makeBlocks(Math.min(50_000, stage - STAGE_TAIL - written), SMALL_BYTES)
      await subject.putMany(early)
      written += early.length
    }

    const tail = makeBlocks(STAGE_TAIL, SMALL_BYTES)
    const put = STAGE_TAIL / await seconds(async () => {
      await subject.putMany(tail)
    })
    await subject.reopen()
    const get = 1000 / await seconds(async () => {
      for (const { cid } of shuffled([...tail, ...early]).slice(0, 1000)) {
        await subject.get(cid)
      }
    })
    rates.set(stage, { put, get })
    written += STAGE_TAIL
  }

  await subject.close()
  await deleteDatabase('bench-many-raw')
  return rates
}

const parts = { comparison, manySmall }

onmessage = ({ data: { part, args } }: MessageEvent<{ part: keyof typeof parts; args: [never] }>) => {
  parts[part](...args).then((rows) => {
    postMessage({ rows })
  }, (err: Error) => {
    postMessage({ error: String(err.stack) })
  })
}
