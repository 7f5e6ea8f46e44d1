import 'fake-indexeddb/auto'

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { inconsistencies, KillSwitch, storedBlocks } from '../../testing/store/packed-store.ts'
import { leafBlock, newIndexedDB, testBlock } from '../../testing/store/store-fixtures.ts'
import type { WriteSession } from '../blockstore/blockstore.ts'
import { openPackedBlockstore } from './open-packed-blockstore.ts'
import type { PackedBlockstore } from './packed-blockstore.ts'

const NAME = 'model'
const SIZES = [10, 20_000, 70_000, 140_000]
/** Every third block is the leaf of a file, of which only the content can be staged. */
const blocks = Array.from(
  { length: 12 },
  (_, i) =>
    i % 3 === 2
      ? leafBlock(testBlock(i, SIZES[i % SIZES.length]).bytes)
      : { ...testBlock(i, SIZES[i % SIZES.length]), content: undefined }
)
const keys = blocks.map(({ cid }) => multihashKey(cid.multihash.bytes))

/** The owners of each block; an empty set means that it belongs to the store. */
type Model = Map<number, Set<number>>

type Operation =
  | { type: 'put' | 'delete'; picks: number[] }
  | { type: 'session'; picks: number[]; session: number }
  | { type: 'stage'; picks: number[]; others: number[]; session: number }
  | { type: 'commit' | 'rollback'; session: number }
  | { type: 'flush' | 'compact' | 'reopen' }

interface Step {
  operation: Operation
  /** The kill happens at this boundary of a write transaction; undefined for none. */
  kill?: number
}

const picks = fc.uniqueArray(fc.nat(blocks.length - 1), { minLength: 1, maxLength: 6 })
const session = fc.nat(2)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('put' as const), picks }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('session' as const), picks, session }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('stage' as const),
      picks,
      others: fc.subarray(blocks.map((_, i) => i)),
      session
    })
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('delete' as const), picks }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('commit' as const, 'rollback' as const), session }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('flush' as const, 'compact' as const, 'reopen' as const) })
  }
)
const steps = fc.array(fc.record({ operation, kill: fc.option(fc.nat(6), { nil: undefined, freq: 6 }) }), {
  minLength: 1,
  maxLength: 40,
  size: 'max'
})

class Run {
  readonly indexedDB = newIndexedDB()
  readonly model: Model = new Map()
  sessions = new Map<number, { id: number; writes: WriteSession }>()
  kill = new KillSwitch()
  store!: PackedBlockstore
  #nextId = 1

  async open (): Promise<void> {
    this.kill = new KillSwitch()
    this.sessions = new Map()
    this.store = await openPackedBlockstore(NAME, { indexedDB: this.indexedDB, onTransaction: this.kill.hook })
  }

  async apply (operation: Operation): Promise<void> {
    switch (operation.type) {
      case 'put':
        await Promise.all(operation.picks.map(async (i) => await this.store.put(blocks[i].cid, blocks[i].bytes)))
        break
      case 'session':
        for (const i of operation.picks) {
          await this.#session(operation.session).writes.put(blocks[i].cid, blocks[i].bytes)
        }
        break
      case 'stage': {
        const { writes } = this.#session(operation.session)
        const parts = [...operation.others, ...operation.picks].map((i) =>
          (blocks[i].content ?? blocks[i].bytes) as Uint8Array<ArrayBuffer>
        )
        const kept = await (await writes.capabilities.staging!.stage(new Blob(parts)))?.() ??
          new Uint8Array(await new Blob(parts).arrayBuffer())
        let at = kept.length

        for (const i of operation.picks.toReversed()) {
          const { cid, bytes, content } = blocks[i]
          const start = at - (content ?? bytes).length
          const part = kept.subarray(start, at)
          await (content != null ? writes.capabilities.staging!.putPayload(cid, part) : writes.put(cid, part))
          at = start
        }

        break
      }
      case 'commit':
        await this.#session(operation.session).writes.commit()
        break
      case 'rollback':
        await this.#session(operation.session).writes.rollback()
        break
      case 'delete':
        await this.store.remove(operation.picks.map((i) => blocks[i].cid))
        break
      case 'flush':
        await this.store.flush()
        break
      case 'compact':
        await this.store.compact()
        break
      case 'reopen':
        await this.store.close()
        await this.open()
    }
  }

  /** Applies a successful operation to the model. */
  note (operation: Operation): void {
    switch (operation.type) {
      case 'put':
        operation.picks.forEach((i) => this.model.set(i, new Set()))
        break
      case 'delete':
        operation.picks.forEach((i) => this.model.delete(i))
        break
      case 'stage':
      case 'session': {
        const { id } = this.#session(operation.session)
        operation.picks.forEach((i) => {
          const owners = this.model.get(i)

          if (owners == null) {
            this.model.set(i, new Set([id]))
          } else if (owners.size > 0) {
            owners.add(id)
          }
        })
        break
      }
      case 'commit': {
        const { id } = this.#session(operation.session)
        this.model.forEach((owners, i) => {
          if (owners.has(id)) {
            this.model.set(i, new Set())
          }
        })
        this.sessions.delete(operation.session)
        break
      }
      case 'rollback':
        this.#undo(this.#session(operation.session).id)
        this.sessions.delete(operation.session)
        break
      case 'reopen':
        this.dropSessions()
    }
  }

  dropSessions (): void {
    new Set([...this.model.values()].flatMap((owners) => [...owners])).forEach((id) => {
      this.#undo(id)
    })
  }

  clone (): Model {
    return new Map([...this.model].map(([i, owners]) => [i, new Set(owners)]))
  }

  #undo (id: number): void {
    this.model.forEach((owners, i) => {
      if (owners.delete(id) && owners.size === 0) {
        this.model.delete(i)
      }
    })
  }

  #session (slot: number): { id: number; writes: WriteSession } {
    let session = this.sessions.get(slot)

    if (session == null) {
      session = { id: this.#nextId++, writes: this.store.session() }
      this.sessions.set(slot, session)
    }

    return session
  }
}

async function play (plan: Step[]): Promise<void> {
  const run = new Run()
  await run.open()

  for (const { operation, kill } of plan) {
    if (kill == null) {
      await run.apply(operation)
      run.note(operation)
      await checkRun(run, [run.model])
      continue
    }

    const before = run.clone()
    run.kill.arm(kill)
    await run.apply(operation).catch((err: Error) => {
      expect(err.message).toBe('killed')
    })
    run.kill.now()
    run.note(operation)
    run.dropSessions()
    const after = run.clone()
    replace(run.model, before)
    run.dropSessions()
    const undone = run.clone()
    await run.open()
    // A series of plain puts or deletes may be applied in part.
    const found = await storedBlocks(run.store)

    for (const [i, key] of keys.entries()) {
      expect([after.has(i), undone.has(i)]).toContain(found.has(key))
    }

    replace(
      run.model,
      new Map(keys.flatMap((key, i): Array<[number, Set<number>]> => found.has(key) ? [[i, new Set()]] : []))
    )
    await checkRun(run, [run.model])
  }

  await run.store.close()
  await run.open()
  run.dropSessions()
  await checkRun(run, [run.model])
  await run.store.close()
  expect(await inconsistencies(run.indexedDB, NAME)).toEqual([])
}

function replace (model: Model, by: Model): void {
  model.clear()
  by.forEach((owners, i) => model.set(i, owners))
}

async function checkRun (run: Run, [model]: [Model]): Promise<void> {
  const found = await storedBlocks(run.store)
  expect([...found.keys()].sort()).toEqual([...model.keys()].map((i) => keys[i]).sort())

  for (const i of model.keys()) {
    expect(Buffer.compare(found.get(keys[i])!, blocks[i].bytes)).toBe(0)
    expect(await run.store.size(blocks[i].cid)).toBe(blocks[i].bytes.byteLength)
  }

  expect((await run.store.stat()).blocks).toBe(model.size)
}

it('behaves like a Map, whatever the operations, and whenever it is killed', async () => {
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: 100 })
}, 120_000)
