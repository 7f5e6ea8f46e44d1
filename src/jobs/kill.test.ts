import { openKillableNode } from '../testing/store/killable-node.ts'
import 'fake-indexeddb/auto'

import type { CID } from 'multiformats/cid'
import { afterEach, describe, expect, it } from 'vitest'
import { exportCar } from '../api/export-car.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { verifyPins } from '../pins/query/verify-pins.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { putBlocks, smallDag, storeKey } from '../testing/dag/small-dag.ts'
import { LoopbackExchange } from '../testing/peers/loopback-exchange.ts'
import { KillSwitch } from '../testing/store/packed-store.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import { TestNode } from '../testing/test-node.ts'
import { ADD_WAS_CUT } from './kinds/add.ts'
import { IMPORT_WAS_CUT } from './kinds/dag-import.ts'

const { signal } = new AbortController()
const one = smallDag('one')
const two = smallDag('two')
const pinned = (...roots: CID[]): string[] => roots.map((root) => `recursive ${root} far`).sort()

/** Stopped after each test, because nodes that wait for a block would continue during later tests. */
const opened: TestNode[] = []

afterEach(async () => {
  for (const { node } of opened.splice(0)) {
    await node.stop().catch(() => {})
  }
})

/** Opens a node over these databases. Its jobs have a row from the beginning, and its peer has both DAGs. */
async function openNode (indexedDB: IDBFactory, kill?: KillSwitch): Promise<TestNode> {
  const peer = new MemoryBlockstore()
  await putBlocks(peer, [...one.blocks, ...two.blocks])
  const app = await openKillableNode(indexedDB, kill, {
    exchange: () => new LoopbackExchange([peer]),
    jobTimes: { keepAfterMs: 0 }
  })
  opened.push(app)
  return app
}

/** Restarts without any request, and waits for the jobs. */
async function restart (indexedDB: IDBFactory): Promise<TestNode> {
  const app = await openNode(indexedDB)
  await app.node.services.start()
  await expect.poll(() => app.node.jobs.list().filter(({ state }) => state === 'running')).toEqual([])
  return app
}

async function rows ({ datastore }: IpfsNode): Promise<number> {
  let count = 0
  for await (const _ of datastore.queryKeys({ prefix: '/jobs/' })) {
    count++
  }
  return count
}

describe('a job that is killed', () => {
  it('pins everything at the next start, wherever it was killed', async () => {
    let resumed = 0

    for (let step = 0, killed = true; killed; step++) {
      const indexedDB = newIndexedDB()
      const kill = new KillSwitch()
      const victim = await openNode(indexedDB, kill)
      kill.arm(step)
      const { status } = await victim.rpc(`pin/add?arg=${one.root}&arg=/ipfs/${two.root}&name=far`)
      killed = kill.killed
      const begun = await rows(victim.node) > 0

      const next = await restart(indexedDB)
      const pins = await next.pins()
      expect(pins, `killed at ${step}`).toEqual(begun || !killed || step > 1 ? pinned(one.root, two.root) : [])
      if (status === 200) {
        expect(pins).toEqual(pinned(one.root, two.root))
      }
      for await (const { badNodes } of verifyPins(next.node, { signal })) {
        expect(badNodes).toEqual([])
      }

      if (begun) {
        resumed++
        const [job] = next.node.jobs.list()
        expect(job).toMatchObject({ kind: 'pin/add', state: 'done', resumed: 1 })
        await next.node.jobs.cancel(job.id)
      }

      expect(await rows(next.node)).toBe(0)
      await next.node.stop()
    }

    expect(resumed).toBeGreaterThan(5)
  })

  it('does not restore a pin that was removed after it was added and before the kill', async () => {
    const indexedDB = newIndexedDB()
    const kill = new KillSwitch()
    const victim = await openNode(indexedDB, kill)
    // The second one is never found.
    const nobody = smallDag('nobody has it').root
    void victim.rpc(`pin/add?arg=${one.root}&arg=${nobody}`)
    await expect.poll(async () => await victim.pins()).toEqual([`recursive ${one.root}`])
    expect((await victim.rpc(`pin/rm?arg=${one.root}`)).status).toBe(200)
    kill.now()

    const next = await openNode(indexedDB)
    await next.node.services.start()
    expect(next.node.jobs.list()).toMatchObject([{ args: { paths: [nobody.toString()] }, state: 'running' }])
    expect(await next.pins()).toEqual([])
    await next.node.stop()
  })

  it('removes the rest of the garbage at the next start', async () => {
    for (let step = 0, killed = true; killed; step++) {
      const indexedDB = newIndexedDB()
      const first = await openNode(indexedDB)
      await first.rpc(`pin/add?arg=${one.root}&name=far`)
      await putBlocks(first.node.blockstore, two.blocks)
      await first.node.stop()

      const kill = new KillSwitch()
      const victim = await openNode(indexedDB, kill)
      kill.arm(step)
      await victim.rpc('repo/gc')
      killed = kill.killed
      const begun = await rows(victim.node) > 0

      const next = await restart(indexedDB)
      const left = await next.blocks()
      if (begun) {
        expect(two.blocks.map(storeKey).filter((key) => left.includes(key))).toEqual([])
      }
      expect(one.blocks.map(storeKey).filter((key) => !left.includes(key))).toEqual([])
      await next.node.stop()
    }
  })

  it('reports truthfully that nothing of an interrupted import was stored', async () => {
    const source = await TestNode.start()
    await putBlocks(source.node.blockstore, one.blocks)
    const chunks: Uint8Array[] = []
    for await (const chunk of exportCar(source.node, one.root)) {
      chunks.push(chunk)
    }

    for (const pinRoots of [true, false]) {
      let reports = 0

      for (let step = 0, killed = true; killed; step++) {
        const indexedDB = newIndexedDB()
        const kill = new KillSwitch()
        const victim = await openNode(indexedDB, kill)
        kill.arm(step)
        const body = new FormData()
        body.append('file', new Blob(chunks as BlobPart[]), 'one.car')
        const { lines, trailer } = await victim.rpc(`dag/import?pin-roots=${pinRoots}&stats=true`, { body })
        killed = kill.killed

        const next = await restart(indexedDB)
        const blocks = await next.blocks()
        const isKept = one.blocks.map(storeKey).every((key) => blocks.includes(key))
        expect(one.blocks.map(storeKey).some((key) => blocks.includes(key))).toBe(isKept)
        if (pinRoots) {
          expect(await next.pins()).toEqual(isKept ? [`recursive ${one.root}`] : [])
        }
        if (trailer == null && lines.some((line) => typeof line === 'object' && 'Stats' in (line as object))) {
          expect(isKept).toBe(true)
        }
        const jobs = next.node.jobs.list()
        if (jobs.length > 0) {
          reports++
          expect([isKept, jobs]).toMatchObject([false, [{
            kind: 'dag/import',
            state: 'failed',
            message: IMPORT_WAS_CUT
          }]])
        }
        if (killed && !isKept && step > 2) {
          expect(jobs.length).toBe(1)
        }
        await next.node.stop()
      }

      expect(reports).toBeGreaterThan(2)
    }
  })

  it('reports truthfully that nothing of an interrupted add was stored', async () => {
    for (const query of ['pin-name=mine', 'pin=false', 'pin=false&to-files=/a.txt']) {
      let reports = 0

      for (let step = 0, killed = true; killed; step++) {
        const indexedDB = newIndexedDB()
        const kill = new KillSwitch()
        const victim = await openNode(indexedDB, kill)
        const before = await victim.blocks()
        kill.arm(step)
        const body = new FormData()
        body.append('file', new Blob(['x'.repeat(3000)]), 'a.txt')
        const { lines, trailer } = await victim.rpc(`add?chunker=size-1000&${query}`, { body })
        killed = kill.killed

        const next = await restart(indexedDB)
        const isKept = (await next.blocks()).length > before.length
        if (trailer == null && lines.some((line) => typeof line === 'object' && 'Hash' in (line as object))) {
          expect(isKept).toBe(true)
        }
        const jobs = next.node.jobs.list()

        if (jobs.length > 0) {
          reports++
          expect([isKept, jobs]).toMatchObject([false, [{
            kind: 'add',
            state: 'failed',
            message: ADD_WAS_CUT,
            asked: { chunker: 'size-1000' }
          }]])
          const again = new FormData()
          again.append('file', new Blob(['x']), 'a.txt')
          await next.rpc(`add?${query}`, { body: again })
          // Without a name or a path in Files, the same work is not recognized.
          expect(next.node.jobs.list().length).toBe(query === 'pin=false' ? 1 : 0)
        }

        if (killed && !isKept && step > 2) {
          expect(jobs.length).toBe(1)
        }
        await next.node.stop()
      }

      expect(reports).toBeGreaterThan(1)
    }
  })

  it('verifies all blocks again at the next start, and keeps its findings', async () => {
    let resumed = 0

    for (let step = 0, killed = true; killed; step++) {
      const indexedDB = newIndexedDB()
      const first = await openNode(indexedDB)
      await putBlocks(first.node.blockstore, one.blocks)
      await first.node.stop()
      const kill = new KillSwitch()
      const victim = await openNode(indexedDB, kill)
      kill.arm(step)
      await victim.rpc('repo/verify')
      killed = kill.killed
      const begun = await rows(victim.node) > 0

      const next = await restart(indexedDB)
      expect(next.node.jobs.list()).toMatchObject(
        begun
          ? [{
            kind: 'repo/verify',
            state: 'done',
            message: 'verify complete, all blocks validated.',
            progress: { blocks: 6 }
          }]
          : []
      )
      resumed += begun ? 1 : 0
      await next.node.stop()
    }

    expect(resumed).toBeGreaterThan(1)
  })
})

it('does not resume a cancelled job after a restart', async () => {
  const indexedDB = newIndexedDB()
  const app = await openNode(indexedDB)
  const controller = new AbortController()
  const answer = app.rpc(`pin/add?arg=${smallDag('nobody has it').root}`, { signal: controller.signal })
  await expect.poll(async () => await rows(app.node)).toBe(1)
  controller.abort()
  expect((await answer).status).toBe(500)
  await expect.poll(async () => await rows(app.node)).toBe(0)
  await app.node.stop()
})

it('reads the blocks of a pin once for two requests', async () => {
  const peer = new MemoryBlockstore()
  await putBlocks(peer, one.blocks)
  const exchange = new LoopbackExchange([peer], { latencyMs: 5 })
  const app = await TestNode.start({ exchange: () => exchange })
  opened.push(app)
  const answers = await Promise.all([
    app.rpc(`pin/add?arg=${one.root}`),
    app.rpc(`pin/add?arg=/ipfs/${one.root}&progress=true`)
  ])
  expect(answers.map(({ status, lines }) => [status, lines.at(-1)])).toEqual(
    [0, 1].map(() => [200, { Pins: [one.root.toString()] }])
  )
  expect(exchange.asked).toEqual([one.blocks.length])
})
