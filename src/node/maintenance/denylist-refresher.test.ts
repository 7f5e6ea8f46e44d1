import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContentPolicy } from '../../denylist/content-policy.ts'
import type { ListRow } from '../../denylist/lists/list-row.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import { Services } from '../services/services.ts'
import { DenylistRefresher } from './denylist-refresher.ts'

const HOUR_MS = 3_600_000
const RULES = { blockOf: () => undefined, pathOf: () => undefined }

let lists: ListRow[]
let refreshed: string[]
let error: string
let policy: ContentPolicy
let services: Services

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  lists = []
  refreshed = []
  error = ''
  policy = new ContentPolicy()
  services = new Services()
  const node = {
    policy,
    denylists: {
      get lists () {
        return lists
      },
      refresh: async (name: string) => {
        refreshed.push(name)
        lists = lists.map((list) => list.name === name ? { ...list, checkedMs: Date.now(), error } : list)
      }
    }
  }
  services.add(new DenylistRefresher(node as unknown as IpfsNode))
})
afterEach(async () => {
  await services.stop()
  vi.useRealTimers()
})

function add (name: string, source: ListRow['source'], checkedMs = Date.now()): void {
  lists = [...lists, { name, source, checkedMs, error: '' } as ListRow]
  policy.apply(RULES)
}

it('reads each list again in its interval, and sets no timer without one', async () => {
  await services.start()
  expect(vi.getTimerCount()).toBe(0)
  add('uploaded', { kind: 'upload' })
  expect(vi.getTimerCount()).toBe(0)
  add('slow', { kind: 'url', url: 'https://a.example', intervalMs: 2 * HOUR_MS, maxBytes: 1 })
  add('fast', { kind: 'path', path: '/ipns/a', intervalMs: HOUR_MS, maxBytes: 1 })
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
  expect(refreshed).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(refreshed).toEqual(['fast'])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(refreshed).toEqual(['fast', 'slow', 'fast'])
  policy.apply(undefined)
  lists = []
  expect(vi.getTimerCount()).toBe(0)
})

it('reads a list that became due while the node did not run, and retries after a failure', async () => {
  add('due', { kind: 'url', url: 'https://a.example', intervalMs: HOUR_MS, maxBytes: 1 }, Date.now() - 2 * HOUR_MS)
  error = 'away'
  await services.start()
  await vi.advanceTimersByTimeAsync(1)
  expect(refreshed).toEqual(['due'])
  await vi.advanceTimersByTimeAsync(300_000)
  expect(refreshed).toEqual(['due', 'due'])
  await services.stop()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(refreshed).toHaveLength(2)
})
