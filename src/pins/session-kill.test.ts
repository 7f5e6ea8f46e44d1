import 'fake-indexeddb/auto'

import { afterEach, describe, expect, it, vi } from 'vitest'
import { encodeCar } from '../testing/dag/car-fixtures.ts'
import { fileForm } from '../testing/dag/car-form.ts'
import { smallDag } from '../testing/dag/small-dag.ts'
import { inconsistencies, KillSwitch } from '../testing/store/packed-store.ts'
import { newIndexedDB, testBlock } from '../testing/store/store-fixtures.ts'
import { BLOCKS_NAME, commitRows, openRepo, PERSISTENT_STORES } from '../testing/store/two-database-repo.ts'
import type { TestNode } from '../testing/test-node.ts'
import { verifyPins } from './query/verify-pins.ts'

const { signal } = new AbortController()

/** Each in a blob segment, in pages or in its record. */
const files: Array<[path: string, bytes: Uint8Array]> = [300, 90_000, 600_000, 400, 20_000].map((
  size,
  i
) => [i < 3 ? `file-${i}` : `dir/file-${i}`, testBlock(i, size).bytes])
const [one, two] = [smallDag('one'), smallDag('two')]

function upload (entries: Array<[path: string, content: string | Uint8Array]> = files): FormData {
  const form = new FormData()
  entries.forEach(([path, content]) => {
    form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), path)
  })
  return form
}

/** Blocks and pins. */
type State = { blocks: string[]; pins: string[] }

async function stateOf (app: TestNode): Promise<State> {
  return { blocks: await app.blocks(), pins: await app.pins() }
}

/** @returns whether a request was answered to its end without an error */
async function ask (app: TestNode, target: string, body?: FormData): Promise<boolean> {
  const { status, trailer, lines } = await app.rpc(target, { body })
  return status === 200 && trailer == null &&
    lines.every((line) => (line as { Root?: { PinErrorMsg: string } }).Root?.PinErrorMsg !== 'killed')
}

/** Puts blocks by a command that never ends, as a stalled add does. */
async function stalledAdd ({ node }: TestNode): Promise<void> {
  await node.gcLock.read()
  const session = node.blockstore.session()
  await Promise.all(one.blocks.map(async ({ cid, bytes }) => {
    await session.put(cid, bytes)
  }))
  await node.blockstore.flush()
}

interface Scenario {
  before?: (app: TestNode) => Promise<void>
  run: (app: TestNode) => Promise<boolean>
}

const scenarios: Record<string, Scenario> = {
  'an add of several roots': {
    run: async (app) => await ask(app, 'add?progress=true&cid-version=1&pin-name=mine', upload())
  },
  'an add of what is partly here': {
    before: async (app) => {
      await ask(app, 'add?cid-version=1&pin=false', upload(files.slice(1, 3)))
    },
    run: async (app) => await ask(app, 'add?cid-version=1', upload())
  },
  'an add without pins': { run: async (app) => await ask(app, 'add?pin=false&cid-version=1', upload()) },
  'an import of two CARs': {
    run: async (app) =>
      await ask(
        app,
        'dag/import',
        fileForm([await encodeCar([one.root], one.blocks), await encodeCar([two.root], two.blocks)])
      )
  },
  'a pin of what a stalled add brought': {
    before: stalledAdd,
    run: async (app) => await ask(app, `pin/add?arg=${one.root}`)
  },
  'a direct pin of what a stalled add brought': {
    before: stalledAdd,
    run: async (app) => await ask(app, `pin/add?arg=${one.root}&recursive=false`)
  },
  'an import of a CAR beside a stalled add': {
    before: stalledAdd,
    run: async (app) => await ask(app, 'dag/import', fileForm([await encodeCar([one.root], one.blocks.slice(0, 2))]))
  },
  'values that are put and pinned': {
    run: async (app) => await ask(app, 'dag/put?pin=true', upload([['a', '{"a":1}'], ['b', '{"b":2}']]))
  },
  'a block that is put and pinned': {
    run: async (app) => await ask(app, 'block/put?pin=true', upload(files.slice(0, 1)))
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A kill of the worker at the n-th boundary of a write to either database. */
async function killAt (
  store: typeof PERSISTENT_STORES[number],
  { before, run }: Scenario,
  step: number
): Promise<{ was: State; is: State; answered: boolean; killed: boolean }> {
  vi.stubGlobal('indexedDB', newIndexedDB())
  const first = await openRepo(store)
  await ask(first, 'add?cid-version=1', upload([['kept', 'kept']]))
  const was = await stateOf(first)
  await first.node.stop()

  const kill = new KillSwitch()
  const victim = await openRepo(store, kill.hook)
  await before?.(victim)
  // A command that ended before the kill belongs to the old state; a command that never ends does not.
  const wasHere = before === stalledAdd || before == null ? was : await stateOf(victim)
  kill.arm(step)
  const answered = await run(victim).catch(() => false)
  const { killed } = kill
  kill.now()

  const next = await openRepo(store)
  const is = await stateOf(next)

  for await (const { badNodes } of verifyPins(next.node, { signal })) {
    expect(badNodes).toEqual([])
  }

  expect((await next.node.blockstore.stat()).blocks).toBe(is.blocks.length)
  await next.node.stop()

  if (store === 'packed') {
    expect(await inconsistencies(globalThis.indexedDB, BLOCKS_NAME)).toEqual([])
  }

  // a repo at rest is opened without a write, and what a kill left of rows goes with the next add
  const writes: string[] = []
  const last = await openRepo(store, (what) => {
    writes.push(what)
  })
  expect(writes).toEqual([])
  await ask(last, 'add?cid-version=1', upload([['later', `later ${step}`]]))
  expect((await commitRows(last)).length).toBeLessThanOrEqual(1)
  await last.node.stop()
  return { was: wasHere, is, answered, killed }
}

describe.each(PERSISTENT_STORES)('in the %s store a kill during', (store) => {
  it.each(Object.entries(scenarios))('%s leaves all of it, pinned, or none of it', async (_, scenario) => {
    const { is: done } = await killAt(store, scenario, Infinity)
    let [kept, undone] = [0, 0]

    for (let step = 0, more = true; more; step++) {
      const { was, is, answered, killed } = await killAt(store, scenario, step)
      expect(answered ? [done] : [was, done], `step ${step}`).toContainEqual(is)
      more = killed
      kept += killed && JSON.stringify(is) === JSON.stringify(done) ? 1 : 0
      undone += JSON.stringify(is) === JSON.stringify(was) ? 1 : 0
    }

    // both ends were met
    expect(kept).toBeGreaterThan(0)
    expect(undone).toBeGreaterThan(1)
  }, 120_000)
})
