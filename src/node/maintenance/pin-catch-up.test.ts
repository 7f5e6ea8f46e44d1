import { MemoryDatastore } from 'datastore-core'
import { beforeEach, expect, it, vi } from 'vitest'
import { OLD_PINS_PREFIX, oldPinKey } from '../../pins/store/legacy-pins.ts'
import type { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { QuotaExceededError } from '../../store/quota/quota-exceeded-error.ts'
import { cborNode, putBlocks, rawLeaf, smallDag, storeOf } from '../../testing/dag/small-dag.ts'
import { killableDatastore } from '../../testing/store/killable.ts'
import { KillSwitch } from '../../testing/store/packed-store.ts'
import { pinWorker } from '../../testing/store/pin-worker.ts'
import { Services } from '../services/services.ts'
import { RequestLog } from '../session/request-log.ts'
import { PinCatchUp } from './pin-catch-up.ts'

const dags = Array.from({ length: 2000 }, (_, i) => smallDag(`dag ${i}`))
const nowhere = rawLeaf('nowhere').cid

let store: MemoryBlockstore
let data: MemoryDatastore
let reads: number

beforeEach(async () => {
  store = await storeOf(dags)
  data = new MemoryDatastore()
})

/** Starts a worker with a manual clock. */
function boot (datastore = data) {
  const timers = new Set<{ call: () => void; ms: number }>()
  let held = 0
  let slices = 0
  reads = 0

  const { pins, index: pinIndex, keeper } = pinWorker(store, datastore, () => {
    reads++
  })

  const requests = new RequestLog()
  const services = new Services(async (work) => {
    held++
    slices++
    await work().finally(() => {
      held--
    })
  })

  services.add(
    new PinCatchUp({ pins, pinIndex, requests }, {
      later: (call, ms) => {
        const timer = { call, ms }
        timers.add(timer)
        return () => {
          timers.delete(timer)
        }
      }
    })
  )

  return {
    pins,
    requests,
    services,
    timers,
    keeper,
    held: () => held,
    slices: () => slices,
    pin: async (from: number, to: number) => {
      await pins.change(async (change) => {
        dags.slice(from, to).forEach(({ root }) => {
          change.put({ cid: root, mode: 'recursive', name: '' })
        })
      })
    },
    /**
     * Lets the time pass until no work is left.
     *
     * @returns the waits, in milliseconds
     */
    pass: async (times = Infinity): Promise<number[]> => {
      const waited: number[] = []
      await services.idle()
      await new Promise((resolve) => setTimeout(resolve))

      for (let [timer] = timers; timer != null && waited.length < times; [timer] = timers) {
        timers.delete(timer)
        waited.push(timer.ms)
        timer.call()
        await services.idle()
        await new Promise((resolve) => setTimeout(resolve)) // the service is notified later
      }

      return waited
    }
  }
}

it('walks many pins in slices, so that requests need not read their blocks', async () => {
  const { services, pin, keeper, pass, held, slices, timers } = boot()
  await services.start()
  expect(await pass()).toEqual([3000])
  await pin(0, 1000)
  expect([...timers].map(({ ms }) => ms)).toEqual([3000])
  expect(await pass()).toEqual([3000])
  expect(reads).toBe(3000)
  const before = slices()

  await pin(1000, 2000)
  await pin(0, 100)
  // As many as may wait: walked at once, and the rest some time later.
  expect(timers.size).toBe(0)
  expect(held()).toBe(1)
  expect((await pass()).every((ms) => ms === 250)).toBe(true)
  expect(slices() - before).toBeGreaterThan(1)
  expect(held()).toBe(0)
  reads = 0

  expect(await keeper(nowhere)).toBeUndefined()
  expect(reads).toBe(0)
  const next = boot()
  await next.services.start()
  expect(await next.pass()).toEqual([3000])
  expect(await next.keeper(nowhere)).toBeUndefined()
  expect(reads).toBe(0)
  expect(await next.keeper(dags[1500].blocks[3].cid)).toEqual({ mode: 'indirect', through: dags[1500].root })
})

it('walks the pins of a repo that was never walked', async () => {
  await boot().pin(0, 2000)
  const { services, keeper, pass } = boot()
  await services.start()
  expect(await pass()).toEqual([3000, 250])
  expect(reads).toBe(6000)
  reads = 0
  expect(await keeper(nowhere)).toBeUndefined()
  expect(reads).toBe(0)
})

it('lets a query walk the rest, and continues after it', async () => {
  const { services, pin, keeper, pass } = boot()
  await services.start()
  await pass()
  await pin(0, 2000)
  await pass(0)
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThan(6000)
  expect(await keeper(nowhere)).toBeUndefined()
  expect(reads).toBe(6000)
  await pass()
  expect(reads).toBe(6000)
  expect(await keeper(dags[7].blocks[3].cid)).toEqual({ mode: 'indirect', through: dags[7].root })
})

it('stops with the node at once, and the next one continues', async () => {
  const { services, pin, pass, timers } = boot()
  await services.start()
  await pass()
  await pin(0, 2000)
  const working = pass(0)
  await services.stop()
  await working
  expect(timers.size).toBe(0)
  expect(reads).toBeLessThan(6000)

  const next = boot()
  await next.services.start()
  await next.pass()
  expect(reads).toBe(6000)
  expect(await next.keeper(nowhere)).toBeUndefined()
  expect(reads).toBe(6000)
})

it('does not start over after a kill', async () => {
  const many = Array.from({ length: 9000 }, (_, i) => cborNode(`many ${i}`, [rawLeaf('below').cid]))
  await putBlocks(store, many)
  const { services, pins, pass } = boot()
  await services.start()
  await pass()
  await pins.change(async (change) => {
    many.forEach(({ cid }) => {
      change.put({ cid, mode: 'recursive', name: '' })
    })
  })
  await pass(1)
  expect(reads).toBe(8192)

  // The stopped one is not notified.
  const next = boot()
  await next.services.start()
  await next.pass()
  expect(reads).toBe(808)
  expect(await next.keeper(nowhere)).toBeUndefined()
  expect(await next.keeper(rawLeaf('below').cid)).toMatchObject({ mode: 'indirect' })
})

it('reads no more, and harms nothing, if the disk is full', async () => {
  await boot().pin(0, 600)
  const { services, keeper, pass } = boot(killableDatastore(data, () => {
    throw new QuotaExceededError('no room')
  }))
  await services.start()
  expect(await pass()).toEqual([3000])
  expect(services.list()).toMatchObject([{ state: 'running', error: { name: 'QuotaExceededError' } }])
  expect(reads).toBe(0)
  expect(await keeper(nowhere)).toBeUndefined()
  expect(reads).toBe(1800)
})

it('is correct after a kill at any step', async () => {
  for (let steps = 0, killed = true; killed; steps++) {
    data = new MemoryDatastore()
    await boot().pin(0, 20)
    const kill = new KillSwitch()
    kill.arm(steps)
    const { services, pin, pins, pass } = boot(killableDatastore(data, kill.hook))
    await services.start()

    try {
      await pass()
      await pin(20, 40)
      await pass()
      await pins.remove(dags[3].root)
      await pin(40, 41)
      await pass()
    } catch (err) {
      expect((err as Error).message).toBe('killed')
    }

    killed = kill.killed
    const next = boot()
    await next.services.start()
    await next.pass()
    const walked = reads
    expect(await next.keeper(nowhere)).toBeUndefined()
    expect(reads).toBe(walked)

    for (const { root, blocks } of [dags[0], dags[3], dags[30], dags[40]]) {
      expect(await next.keeper(blocks[3].cid)).toEqual(
        await next.pins.get(root) == null ? undefined : { mode: 'indirect', through: root }
      )
    }
  }
})

it('yields the worker to active requests, but not forever', async () => {
  const { pin, pass, requests, services, slices } = boot()
  await pin(0, 2000)
  await services.start()
  const end = requests.begin({ command: 'pin/ls', options: {}, args: [] })
  const before = slices()

  expect(await pass(3)).toEqual([3000, 1000, 1000])
  expect(slices()).toBe(before)
  end()
  expect(await pass(1)).toEqual([1000])
  expect(slices()).toBe(before + 1)

  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  requests.begin({ command: 'log/tail', options: {}, args: [] })
  await pass(1)
  expect(slices()).toBe(before + 1)
  vi.setSystemTime(60_000)
  await pass(1)
  expect(slices()).toBe(before + 2)
  vi.useRealTimers()
})

it('does not yield to requests if very many pins were added, until they are walked', async () => {
  const { pins, pass, requests, services } = boot()
  await services.start()
  await pass()
  requests.begin({ command: 'add', options: {}, args: [] })
  const many = Array.from({ length: 9000 }, (_, i) => cborNode(`many ${i}`))
  await putBlocks(store, many)

  for (let from = 0; from < many.length; from += 100) {
    await pins.change(async (change) => {
      many.slice(from, from + 100).forEach(({ cid }) => {
        change.put({ cid, mode: 'recursive', name: '' })
      })
    })
    await new Promise((resolve) => setTimeout(resolve))
    if (from === 8000) {
      expect(reads).toBe(0)
    }
  }

  await pass(4)
  expect(reads).toBe(9000)
})

it('migrates legacy pins step by step, before any request', async () => {
  const count = 5000
  for (let i = 0; i < count; i++) {
    await data.put(
      oldPinKey(rawLeaf(`old ${i}`).cid),
      new TextEncoder().encode(JSON.stringify({ mode: 'direct', name: '' }))
    )
  }

  const oldRows = async (): Promise<number> => {
    let rows = 0
    for await (const _ of data.queryKeys({ prefix: OLD_PINS_PREFIX })) {
      rows++
    }
    return rows
  }

  const { services, pass, held, slices } = boot()
  await services.start()
  expect(await oldRows()).toBe(count)
  await pass(1)
  const left = await oldRows()
  expect([left > 0 && left < count, held()]).toEqual([true, 0])
  await pass()
  expect(await oldRows()).toBe(0)
  expect(slices()).toBeGreaterThan(3)
})

it('walks legacy pins before migrating them: a query waits only for the walk', async () => {
  for (const { root } of dags) {
    await data.put(oldPinKey(root), new TextEncoder().encode(JSON.stringify({ mode: 'recursive', name: '' })))
  }
  const { services, pass, keeper } = boot()
  await services.start()
  await pass(1)
  expect(reads).toBeGreaterThan(2000)
  expect(await data.has(oldPinKey(dags[0].root))).toBe(true)
  await pass()
  expect([reads, await data.has(oldPinKey(dags[0].root))]).toEqual([6000, false])
  expect(await keeper(nowhere)).toBeUndefined()
  expect(reads).toBe(6000)
})
