import { expect, test } from 'vitest'
import { fakeCaches } from '../../src/testing/store/fake-caches.ts'
import { NodeShutDownError, ShutDownMark } from './shut-down-mark.ts'

test('a node that was shut down is refused at once, and in later workers, until a page starts it', async () => {
  const caches = fakeCaches()
  const mark = new ShutDownMark(caches)
  await mark.refuse()

  const set = mark.set()
  await expect(mark.refuse()).rejects.toThrow(NodeShutDownError)
  await set

  const later = new ShutDownMark(caches)
  await expect(later.refuse()).rejects.toThrow('the node was shut down')
  await later.clear()
  await later.refuse()
  await new ShutDownMark(caches).refuse()
})

test('without the Cache API no request is refused', async () => {
  await new ShutDownMark({
    ...fakeCaches(),
    has: async () => {
      throw new Error('private')
    }
  }).refuse()
})
