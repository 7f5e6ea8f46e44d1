import { CID } from 'multiformats/cid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ExchangeSession } from '../../../blocks/exchange/exchange-session.ts'
import { blockReader } from '../../../blocks/reader/block-reader.ts'
import type { BlockReader } from '../../../blocks/reader/block-reader.ts'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { hash } from '../../../cid/hash/hash.ts'
import { entityBlocks } from '../../../gateway/backends/entity-blocks.ts'
import { decodePbNode } from '../../../ipld/dag-pb/decode-pb-node.ts'
import type { Block } from '../../../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../../../store/blockstore/memory-blockstore.ts'
import { DagBuilder } from '../../../testing/dag/dag-builder.ts'
import type { Child } from '../../../testing/dag/dag-builder.ts'
import { readFile } from './read-file.ts'

const { signal } = new AbortController()
let dag: DagBuilder

beforeEach(() => {
  dag = new DagBuilder()
})

/** Resolves all wants of a task in a later task, and counts the wants of each block. */
class CountingSession implements ExchangeSession {
  readonly wants = new Map<string, number>()
  #most = 0
  #pending = 0

  /** The maximum number of wants that were pending at the same time. */
  get most (): number {
    return this.#most
  }

  /** CIDs that were requested more than once. */
  get twice (): string[] {
    return [...this.wants].filter(([, times]) => times > 1).map(([cid]) => cid)
  }

  async get (cid: CID, { signal }: { signal: AbortSignal }): Promise<Uint8Array> {
    this.wants.set(String(cid), (this.wants.get(String(cid)) ?? 0) + 1)
    this.#most = Math.max(this.#most, ++this.#pending)

    try {
      for (let task = 0; task < 3; task++) {
        await new Promise((resolve) => setTimeout(resolve))
        signal.throwIfAborted()
      }

      return await dag.store.bytes(cid)
    } finally {
      this.#pending--
    }
  }
}

/** Holds leaves back until the block at the end of a chain was requested. */
class LateLeaves extends CountingSession {
  readonly #reached: Promise<void>
  #reach = (): void => {}

  constructor () {
    super()
    this.#reached = new Promise((resolve) => {
      this.#reach = resolve
    })
  }

  override async get (cid: CID, options: { signal: AbortSignal }): Promise<Uint8Array> {
    const bytes = await dag.store.bytes(cid)
    const text = new TextDecoder().decode(bytes)

    if (text === 'end') {
      this.#reach()
    }

    const block = await super.get(cid, options)

    if (cid.code === CODEC.raw) {
      await this.#reached
      options.signal.throwIfAborted()
    }

    return block
  }
}

/** Creates a file whose leaves differ, `widths` links below each node, from the root downward. */
async function fileOf (widths: number[], leaf = { next: 0 }): Promise<Child> {
  const [width, ...below] = widths
  return width == null
    ? await dag.raw(`leaf ${leaf.next++}`)
    : await dag.file(await inTurn(width, async () => await fileOf(below, leaf)))
}

async function inTurn<T> (count: number, create: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  while (all.length < count) {
    all.push(await create())
  }
  return all
}

/** Returns the content of a file that is fetched, and the session that it was fetched with. */
async function fetchFile (
  cid: CID,
  local: CID[] = [],
  session = new CountingSession()
): Promise<{ content: string; session: CountingSession; store: MemoryBlockstore }> {
  const store = new MemoryBlockstore()
  await Promise.all(local.map(async (cid) => {
    await store.put(cid, await dag.store.bytes(cid))
  }))
  let content = ''
  for await (const chunk of readFile(cid, { blocks: blockReader(store, session), signal })) {
    content += new TextDecoder().decode(chunk)
  }
  return { content, session, store }
}

/** Creates a chain of levels with four leaves each, from the end upward. */
async function chainOf (levels: number, order: (below: Child, own: Child[]) => Child[]): Promise<Child> {
  let part = await dag.raw('end')
  for (let level = 0; level < levels; level++) {
    let next = 0
    part = await dag.file(order(part, await inTurn(4, async () => await dag.raw(`leaf ${level} ${next++}`))))
  }
  return part
}

function contentOf (leaves: number): string {
  return Array.from({ length: leaves }, (_, i) => `leaf ${i}`).join('')
}

describe('requests each block once', () => {
  it.each([
    ['two levels', [300]],
    ['three levels', [5, 150]],
    ['four levels, the last of each narrow', [3, 4, 70]],
    ['many narrow levels', [2, 2, 2, 2, 2, 2, 2]],
    ['one link on each level above many leaves', [1, 1, 1, 1, 200]]
  ])('%s', async (_name, widths) => {
    const { cid } = await fileOf(widths)
    const leaves = widths.reduce((product, width) => product * width)
    const { content, session } = await fetchFile(cid)
    expect(content).toBe(contentOf(leaves))
    expect(session.twice).toEqual([])
    expect(session.wants.size).toBe((await dag.store.stat()).blocks)
  })

  it.each([
    ['before', (below: Child, own: Child[]) => [below, ...own]],
    ['after', (below: Child, own: Child[]) => [...own, below]],
    ['among', (below: Child, own: Child[]) => [...own.slice(0, 2), below, ...own.slice(2)]]
  ])('in a chain of 40 levels, each with the next level %s its leaves', async (_name, order) => {
    const { cid } = await chainOf(40, order)
    const { session } = await fetchFile(cid)
    expect(session.twice).toEqual([])
    expect(session.wants.size).toBe((await dag.store.stat()).blocks)
  })

  it('in a chain of 40 levels whose leaves arrive after the end of the chain', async () => {
    const { cid } = await chainOf(40, (below, own) => [below, ...own])
    const session = new LateLeaves()
    const { content } = await fetchFile(cid, [], session)
    expect(content).toMatch(/^end.*leaf 39 3$/)
    expect(session.twice).toEqual([])
    expect(session.wants.size).toBe((await dag.store.stat()).blocks)
  })

  it('when inner nodes are local and leaves are not', async () => {
    const { cid } = await fileOf([300, 2])
    // The store has the root and all inner nodes except the first, so that reading starts at the exchange.
    const inner = decodePbNode(await dag.store.bytes(cid)).links.map(({ cid }) => cid)
    const { content, session } = await fetchFile(cid, [cid, ...inner.slice(1)])
    expect(content).toBe(contentOf(600))
    expect(session.twice).toEqual([])
    expect(session.wants.size).toBe(601)
  })

  it('when the last inner node of a level is much wider than its siblings', async () => {
    const leaf = { next: 0 }
    const { cid } = await dag.file([await fileOf([2], leaf), await fileOf([2], leaf), await fileOf([400], leaf)])
    const { content, session } = await fetchFile(cid)
    expect(content).toBe(contentOf(404))
    expect(session.twice).toEqual([])
  })
})

it('limits the pending wants of a chain, and retains no finished level', async () => {
  let part = await dag.raw('end')
  for (let i = 0; i < 200; i++) {
    part = await dag.file([await dag.raw(`a${i}`), await dag.raw(`b${i}`), part])
  }
  const { session } = await fetchFile(part.cid)
  expect(session.twice).toEqual([])
  expect(session.most).toBeLessThanOrEqual(12)
})

describe('decodes each inner node once', () => {
  /** Counts how often the bytes of each block are read. */
  function counted (counts: Map<string, number>): BlockReader {
    const reader = blockReader(dag.store, undefined)
    const getMany: BlockReader['getMany'] = async function* (cids, { below }) {
      for (const cid of cids) {
        const bytes = await dag.store.bytes(cid)
        const block: Block = {
          cid,
          get bytes () {
            counts.set(String(cid), (counts.get(String(cid)) ?? 0) + 1)
            return bytes
          }
        }
        // Like a fetched block.
        below?.(block)
        yield block
      }
    }
    return { ...reader, getMany }
  }

  it.each([
    ['a file', (cid: CID, blocks: BlockReader): AsyncGenerator<unknown> => readFile(cid, { blocks, signal })],
    [
      'an entity of a CAR',
      (cid: CID, blocks: BlockReader): AsyncGenerator<unknown> =>
        entityBlocks(cid, false, undefined, { blocks, signal, duplicates: true })
    ]
  ])('of %s', async (_name, read) => {
    const { cid } = await fileOf([3, 3, 3])
    const counts = new Map<string, number>()
    for await (const part of read(cid, counted(counts))) {
      expect(part).toBeDefined()
    }
    expect(counts.size).toBe(3 + 9 + 27)
    expect([...counts.values()].filter((times) => times !== 1)).toEqual([])
  })
})

it('reports an undecodable node in its turn, after the content before it', async () => {
  const bad = CID.createV1(0x70, await hash(new Uint8Array([1, 2, 3])))
  await dag.store.put(bad, new Uint8Array([1, 2, 3]))
  const { cid } = await dag.file([await fileOf([3]), { cid: bad, size: 3 }])
  let content = ''

  await expect((async () => {
    for await (
      const chunk of readFile(cid, { blocks: blockReader(new MemoryBlockstore(), new CountingSession()), signal })
    ) {
      content += new TextDecoder().decode(chunk)
    }
  })()).rejects.toThrow()
  expect(content).toBe(contentOf(3))
})
