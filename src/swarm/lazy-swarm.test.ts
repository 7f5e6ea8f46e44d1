import { expect, test } from 'vitest'
import { LazySwarm } from './lazy-swarm.ts'
import type { Swarm } from './swarm.ts'

/** Swarms that record when they run. Each takes a while to start and to stop. */
function swarms (): { open: () => Promise<Swarm>; events: string[] } {
  const events: string[] = []
  let count = 0

  return {
    events,
    async open () {
      const number = ++count
      events.push(`start ${number}`)
      await Promise.resolve()
      return {
        stop: async () => {
          await Promise.resolve()
          events.push(`stop ${number}`)
        }
      } as unknown as Swarm
    }
  }
}

test('starts once, on first use', async () => {
  const { open, events } = swarms()
  const lazy = new LazySwarm(open)
  expect(lazy.opened).toBeUndefined()
  const [one, two] = await Promise.all([lazy.get(), lazy.get()])
  expect(one).toBe(two)
  expect(lazy.opened).toBe(one)
  await lazy.stop()
  expect(events).toEqual(['start 1', 'stop 1'])
  await expect(lazy.get()).rejects.toThrow('the node has stopped')
})

test('repeats a failed start', async () => {
  let tries = 0
  const lazy = new LazySwarm(async () => {
    if (++tries === 1) {
      throw new Error('no')
    }
    return {} as Swarm
  })
  await expect(lazy.get()).rejects.toThrow('no')
  await lazy.get()
  expect(tries).toBe(2)
})

test('does not start while the configuration disables the network', async () => {
  const { open, events } = swarms()
  let isOff = true
  const lazy = new LazySwarm(open, { isOff: () => isOff })
  await expect(lazy.get()).rejects.toMatchObject({ name: 'SwarmOfflineError' })
  expect(events).toEqual([])
  isOff = false
  await lazy.get()
  expect(events).toEqual(['start 1'])
})

test('ends with a pause, and the next one starts when it has ended', async () => {
  const { open, events } = swarms()
  const lazy = new LazySwarm(open)
  await lazy.get()
  const paused = lazy.pause()
  expect(lazy.opened).toBeUndefined()
  await Promise.all([paused, lazy.get()])
  expect(events).toEqual(['start 1', 'stop 1', 'start 2'])
})

test('a pause ends a swarm that is starting', async () => {
  const { open, events } = swarms()
  const lazy = new LazySwarm(open)
  const started = lazy.get()
  await lazy.pause()
  await started
  expect(lazy.opened).toBeUndefined()
  expect(events).toEqual(['start 1', 'stop 1'])
})
