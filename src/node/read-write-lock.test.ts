import { expect, it } from 'vitest'
import { ReadWriteLock } from './read-write-lock.ts'

it('lets readers in together and a writer alone, in their order', async () => {
  const lock = new ReadWriteLock()
  const order: string[] = []
  const first = await lock.read()
  const second = await lock.read()
  const writer = lock.write().then((release) => { order.push('writer'); return release })
  const third = lock.read().then((release) => { order.push('reader'); return release })

  first()
  first()
  await Promise.resolve()
  expect(order).toEqual([])
  second()
  const releaseWriter = await writer
  await Promise.resolve()
  expect(order).toEqual(['writer'])
  releaseWriter();
  (await third)()
  expect(order).toEqual(['writer', 'reader'])
})

it('lets those in who wait behind a writer that gave up', async () => {
  const lock = new ReadWriteLock()
  const release = await lock.read()
  const controller = new AbortController()
  const writer = lock.write(controller.signal)
  const reader = lock.read()
  controller.abort(new Error('enough'))
  await expect(writer).rejects.toThrow('enough');
  (await reader)()
  release()
  await expect(lock.read(controller.signal)).rejects.toThrow('enough');
  (await lock.write())()
})

it('counts who was there', async () => {
  const lock = new ReadWriteLock()
  expect(lock.census()).toEqual({ readers: 0, reads: 0, writes: 0 })
  const release = await lock.read()
  const other = await lock.read()
  other()
  expect(lock.census()).toEqual({ readers: 1, reads: 2, writes: 0 })
  release();
  (await lock.write())()
  expect(lock.census()).toEqual({ readers: 0, reads: 2, writes: 1 })
})
