import { expect, it } from 'vitest'
import { Slots } from './slots.ts'

const { signal } = new AbortController()

it('admits the given number at once, and the others in order', async () => {
  const slots = new Slots(2)
  const order: number[] = []
  const leaves = await Promise.all([slots.take(signal), slots.take(signal)])
  const waiting = [1, 2].map(async (i) => {
    const leave = await slots.take(signal)
    order.push(i)
    return leave
  })
  expect(slots.load).toBe(4)
  leaves[0]()
  leaves[0]() // no effect the second time
  await waiting[0]
  expect([order, slots.load]).toEqual([[1], 3])
  leaves[1]()
  await waiting[1]
  expect(order).toEqual([1, 2])
})

it('drops a waiter that gives up', async () => {
  const slots = new Slots(1)
  const leave = await slots.take(signal)
  const gone = new AbortController()
  const waiting = slots.take(gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  leave()
  expect(slots.load).toBe(0)
  await slots.take(signal)
  await expect(slots.take(gone.signal)).rejects.toThrow('gone')
})
