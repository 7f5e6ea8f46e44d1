import { PRICES } from './home-prices.ts'
import type { Price } from './home-prices.ts'

/** Answer of `swipfs/pin/service-load`. */
export interface ServiceLoad {
  Since: string
  /** answers by `kind by class`, such as `file cache 2xx` */
  Answers: Record<string, number>
  Limited: number
  Blocked: number
  Bytes: number
  ObjectCalls: number
  BucketReads: number
  StoredBlocks: number
  StoredBytes: number
}

/** Estimated costs of a month, in US dollars. */
export interface HomeCosts {
  plan: number
  requests: number
  objects: number
  reads: number
  storage: number
  all: number
}

/** The load of a home node as it is shown. */
export interface HomeLoad {
  since: Date
  requestsPerDay: number
  /** percentages of all requests */
  shares: { cache: number; front: number; node: number }
  limited: number
  blocked: number
  sentBytes: number
  storedBytes: number
  storedBlocks: number
  /** undefined while the figures are too young */
  costs: HomeCosts | undefined
}

const MIO = 1e6
const GB = 1e9
const DAY_S = 86_400
const MONTH_S = 30 * DAY_S

/** Figures of less than an hour say nothing about a month. */
const MIN_SECONDS = 3600

/** Assumptions of `bench/edge/cost.mjs`: CPU of a request, time awake after a call, memory, and bytes of a row. */
const CPU_MS = 1
const AWAKE_S = 10
const OBJECT_GB = 0.128
const ROW_BYTES = 200

/** Returns the load and the estimated costs from the figures of a home node. */
export function homeLoad (load: ServiceLoad, now: Date): HomeLoad {
  const since = new Date(load.Since)
  const seconds = Math.max(1, (now.getTime() - since.getTime()) / 1000)
  const by = { cache: 0, front: 0, node: 0, fetcher: 0, worker: 0 }

  for (const [name, count] of Object.entries(load.Answers)) {
    const [, part] = name.split(' ')
    by[part as keyof typeof by] += count
  }

  const all = Object.values(by).reduce((sum, count) => sum + count, 0)
  const share = (count: number): number => all === 0 ? 0 : 100 * count / all

  return {
    since,
    requestsPerDay: Math.round(all * DAY_S / Math.max(seconds, MIN_SECONDS)),
    shares: { cache: share(by.cache), front: share(by.front), node: share(by.node + by.fetcher) },
    limited: load.Limited,
    blocked: load.Blocked,
    sentBytes: load.Bytes,
    storedBytes: load.StoredBytes,
    storedBlocks: load.StoredBlocks,
    costs: seconds < MIN_SECONDS ? undefined : monthlyCosts(load, { requests: all, seconds })
  }
}

function monthlyCosts (
  { ObjectCalls, BucketReads, StoredBlocks, StoredBytes }: ServiceLoad,
  { requests, seconds }: { requests: number; seconds: number }
): HomeCosts {
  const aMonth = (count: number): number => count * MONTH_S / seconds / MIO
  const awakeS = MONTH_S * (1 - Math.exp(-ObjectCalls / seconds * AWAKE_S))
  const costs = {
    plan: PRICES.plan.dollars,
    requests: billed(PRICES.request, aMonth(requests)) + billed(PRICES.cpuMs, aMonth(requests) * CPU_MS),
    objects: billed(PRICES.objectRequest, aMonth(ObjectCalls)) +
      billed(PRICES.objectGbSecond, awakeS * OBJECT_GB / MIO),
    reads: billed(PRICES.bucketRead, aMonth(BucketReads)),
    storage: billed(PRICES.bucketGb, StoredBytes / GB) + billed(PRICES.rowsGb, StoredBlocks * ROW_BYTES / GB)
  }
  return { ...costs, all: Object.values(costs).reduce((sum, cost) => sum + cost, 0) }
}

function billed ({ dollars, included }: Price, amount: number): number {
  return Math.max(0, amount - included) * dollars
}
