import { MemoryDatastore } from 'datastore-core'
import { expect, test, vi } from 'vitest'
import type { Json } from '../../config/values/config.ts'
import { putBlocks, rawLeaf, smallDag } from '../../testing/dag/small-dag.ts'
import { TestNode } from '../../testing/test-node.ts'
import { AutoGc } from './auto-gc.ts'
import type { GcNotice } from './auto-gc.ts'

const HOUR_MS = 3_600_000

interface Started {
  app: TestNode
  news: GcNotice[]
  /** milliseconds until the next check; undefined if none is planned */
  planned: () => number | undefined
  /** lets the awaited time pass, and the work finish */
  pass: (options?: { last?: boolean }) => Promise<void>
}

async function started (
  config: Record<string, Json>,
  { nowMs = 0, free = Infinity, datastore = new MemoryDatastore(), onNews = () => {} }: {
    nowMs?: number
    free?: number
    datastore?: MemoryDatastore
    onNews?: (app: TestNode) => unknown
  } = {}
): Promise<Started> {
  const news: GcNotice[] = []
  let now = nowMs
  let next: { call: () => void; ms: number } | undefined
  let opened: TestNode | undefined

  const app = opened = await TestNode.start({
    datastore,
    config,
    services: [(node) =>
      new AutoGc(node, {
        notify: (item) => {
          news.push(item)
          onNews(opened as TestNode)
        },
        quota: { estimate: async () => ({ usage: 0, quota: 0, free }) },
        now: () => now,
        noticeMs: 30,
        later: (call, ms) => {
          const mine = next = { call, ms }
          return () => {
            if (next === mine) {
              next = undefined
            }
          }
        }
      })]
  })

  await app.node.services.start()

  return {
    app,
    news,
    planned: () => next?.ms,

    async pass ({ last = false } = {}) {
      now += next?.ms ?? 0
      const { call } = next ?? {}
      next = undefined
      call?.()
      await app.node.services.idle()
      if (!last) {
        await vi.waitFor(() => {
          expect(next).toBeDefined()
        })
      }
    }
  }
}

const SMALL = { 'Datastore.EnableGC': true, 'Datastore.StorageMax': '100B', 'Datastore.GCPeriod': '2h' }

test('nothing is collected unless the user has enabled it', async () => {
  const { planned, app } = await started({ 'Datastore.StorageMax': '1B' })
  expect(planned()).toBeUndefined()

  await app.rpc('config?arg=Datastore.EnableGC&arg=true&bool=true')
  app.node.changes.flush()
  await vi.waitFor(() => {
    expect(planned()).toBe(HOUR_MS)
  })

  await app.rpc('config?arg=Datastore.GCPeriod&arg=0')
  app.node.changes.flush()
  await vi.waitFor(() => {
    expect(planned()).toBeUndefined()
  })
})

test('garbage above the watermark is announced, and then removed; pins stay', async () => {
  const { app, news, planned, pass } = await started(SMALL)
  const kept = smallDag('kept')
  await putBlocks(app.node.blockstore, [...kept.blocks, rawLeaf('x'.repeat(100))])
  await app.node.pins.put({ cid: kept.root, mode: 'recursive', name: '' })
  expect(planned()).toBe(2 * HOUR_MS)

  await pass()
  expect(news).toMatchObject([{ type: 'gc-soon', limitBytes: 90, inMs: 30 }, {
    type: 'gc-done',
    removed: 1,
    freedBytes: 100
  }])
  expect(await app.node.blockstore.has(kept.root)).toBe(true)
  expect(planned()).toBe(2 * HOUR_MS)
})

test('nothing is removed below the watermark', async () => {
  const { app, news, pass } = await started({
    ...SMALL,
    'Datastore.StorageMax': '1KB',
    'Datastore.StorageGCWatermark': 50
  })
  await putBlocks(app.node.blockstore, [rawLeaf('x'.repeat(400))])
  await pass()
  expect(news).toEqual([])
})

test('a quota below StorageMax is the limit', async () => {
  const { app, news, pass } = await started({ ...SMALL, 'Datastore.StorageMax': '10GB' }, { free: 20 })
  await putBlocks(app.node.blockstore, [rawLeaf('x'.repeat(400))])
  await pass()
  expect(news).toMatchObject([{ type: 'gc-soon', storedBytes: 404, limitBytes: 381 }, { type: 'gc-done', removed: 1 }])
})

test('disabling it after the announcement keeps everything', async () => {
  const { app, news, planned, pass } = await started(SMALL, {
    onNews: async (app) => await app.node.config.set('Datastore.EnableGC', false)
  })
  await putBlocks(app.node.blockstore, [rawLeaf('x'.repeat(100))])
  await pass({ last: true })
  await app.node.services.idle()
  expect(news.map(({ type }) => type)).toEqual(['gc-soon'])
  expect(planned()).toBeUndefined()
  expect(await app.node.blockstore.has(rawLeaf('x'.repeat(100)).cid)).toBe(true)
})

test('a period continues across restarts of the worker', async () => {
  const datastore = new MemoryDatastore()
  const first = await started(SMALL, { datastore, nowMs: 1000 })
  await first.app.node.services.stop()
  expect((await started(SMALL, { datastore, nowMs: 1000 + HOUR_MS })).planned()).toBe(HOUR_MS)
  // Overdue: soon, and not at once.
  expect((await started(SMALL, { datastore, nowMs: 1000 + 9 * HOUR_MS })).planned()).toBe(5000)
})
