import 'fake-indexeddb/auto'

import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { collectGarbage } from '../repo/gc/gc.ts'
import { withWriteSession } from '../repo/with-write-session.ts'
import { storeKey } from '../testing/dag/small-dag.ts'
import { inconsistencies, KillSwitch } from '../testing/store/packed-store.ts'
import { newIndexedDB, testBlock } from '../testing/store/store-fixtures.ts'
import { BLOCKS_NAME, openRepo, PERSISTENT_STORES } from '../testing/store/two-database-repo.ts'
import type { TestNode } from '../testing/test-node.ts'
import { pinCommitRecord } from './change/pin-commit-record.ts'

const { signal } = new AbortController()
const blocks = Array.from({ length: 8 }, (_, i) => testBlock(i, [10, 20_000, 70_000, 140_000][i % 4]))

/** Blocks that are put together, and pinned or not; `fails` after the last of them. */
interface Add {
  type: 'add'
  picks: number[]
  pin: boolean
  fails: boolean
}

/** `adds` side by side */
type Operation = { type: 'adds'; adds: Add[] } | { type: 'unpin'; pick: number } | { type: 'gc' | 'reopen' }

interface Step {
  operation: Operation
  /** the kill comes at this boundary of a write to either database; none when undefined */
  kill?: number
}

const pick = fc.nat(blocks.length - 1)
const add: fc.Arbitrary<Add> = fc.record({
  type: fc.constant('add' as const),
  picks: fc.uniqueArray(pick, { minLength: 1, maxLength: 4 }),
  pin: fc.boolean(),
  fails: fc.boolean()
})
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('adds' as const), adds: fc.array(add, { minLength: 1, maxLength: 3 }) })
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('unpin' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('gc' as const, 'reopen' as const) }) }
)
const steps = fc.array(fc.record({ operation, kill: fc.option(fc.nat(24), { nil: undefined }) }), {
  minLength: 1,
  maxLength: 12,
  size: 'max'
})

/** The stored and the pinned blocks, by their numbers. */
interface Model {
  put: Set<number>
  pinned: Set<number>
}

async function runAdd ({ node }: TestNode, { picks, pin, fails }: Add): Promise<void> {
  await withWriteSession(node, signal, async ({ put, record }) => {
    for (const i of picks) {
      await put(blocks[i].cid, blocks[i].bytes)
    }

    if (fails) {
      throw new Error('cut')
    }

    if (pin) {
      record(pinCommitRecord(node.pins, picks.map((i) => ({ cid: blocks[i].cid, mode: 'recursive', name: '' }))))
    }
  })
}

/** @returns which adds came through */
async function apply (app: TestNode, operation: Operation): Promise<boolean[]> {
  switch (operation.type) {
    case 'adds': {
      const ended = await Promise.allSettled(operation.adds.map(async (add) => {
        await runAdd(app, add)
      }))
      return ended.map(({ status }) => status === 'fulfilled')
    }
    case 'unpin':
      await app.node.pins.remove(blocks[operation.pick].cid)
      return []
    case 'gc':
      await collectGarbage(app.node, {
        signal,
        report: (result) => {
          if ('error' in result) {
            throw result.error
          }
        }
      })
      return []
    case 'reopen':
      return []
  }
}

function after ({ put, pinned }: Model, operation: Operation, kept: readonly boolean[]): Model {
  switch (operation.type) {
    case 'adds': {
      const adds = operation.adds.filter((_, i) => kept[i])
      return {
        put: new Set([...put, ...adds.flatMap(({ picks }) => picks)]),
        pinned: new Set([...pinned, ...adds.flatMap(({ pin, picks }) => pin ? picks : [])])
      }
    }
    case 'unpin':
      return { put, pinned: new Set([...pinned].filter((i) => i !== operation.pick)) }
    case 'gc':
      return { put: pinned, pinned }
    case 'reopen':
      return { put, pinned }
  }
}

/** After a kill each of the adds that could come through has done so or not. */
function allowed (model: Model, operation: Operation, answered: readonly boolean[]): Model[] {
  if (operation.type !== 'adds') {
    return [model, after(model, operation, [])]
  }

  return Array.from(
    { length: 2 ** operation.adds.length },
    (_, bits) => operation.adds.map((_, i) => (bits >> i & 1) === 1)
  )
    .filter((kept) => kept.every((is, i) => is ? !operation.adds[i].fails : answered[i] !== true))
    .map((kept) => after(model, operation, kept))
}

async function stateOf (app: TestNode): Promise<Model> {
  const [stored, pins] = [await app.blocks(), await app.pins()]
  const numbers = (is: (i: number) => boolean): Set<number> => new Set(blocks.map((_, i) => i).filter(is))
  return {
    put: numbers((i) => stored.includes(storeKey(blocks[i]))),
    pinned: numbers((i) => pins.includes(`recursive ${blocks[i].cid}`))
  }
}

function sortModel ({ put, pinned }: Model): Record<string, number[]> {
  return { put: [...put].sort(), pinned: [...pinned].sort() }
}

async function play (store: typeof PERSISTENT_STORES[number], plan: Step[]): Promise<void> {
  vi.stubGlobal('indexedDB', newIndexedDB())
  let kill = new KillSwitch()
  let app = await openRepo(store, kill.hook)
  let model: Model = { put: new Set(), pinned: new Set() }

  for (const { operation, kill: at } of plan) {
    kill.arm(at ?? Infinity)
    const answered = await apply(app, operation).catch((err: Error) => {
      expect(err.message).toMatch(/killed$/)
      return []
    })

    if (at == null && operation.type !== 'reopen') {
      model = after(model, operation, answered)
      expect(sortModel(await stateOf(app))).toEqual(sortModel(model))
      continue
    }

    if (at == null) {
      await app.node.stop()
    }

    kill.now()
    kill = new KillSwitch()
    app = await openRepo(store, kill.hook)
    const found = await stateOf(app)

    if (operation.type === 'gc' && at != null) {
      // The removals of a killed collection are permanent.
      expect(sortModel(found).pinned).toEqual(sortModel(model).pinned)
      found.pinned.forEach((i) => {
        expect(found.put.has(i)).toBe(true)
      })
    } else {
      expect((at == null ? [model] : allowed(model, operation, answered)).map(sortModel)).toContainEqual(
        sortModel(found)
      )
    }

    model = found
  }

  await app.node.stop()

  if (store === 'packed') {
    expect(await inconsistencies(globalThis.indexedDB, BLOCKS_NAME)).toEqual([])
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each(PERSISTENT_STORES)(
  'a repo over the %s store has each add with its pins or not at all, after any operations and kills',
  async (store) => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        await play(store, plan)
      }),
      { numRuns: 60 }
    )
  },
  120_000
)
