import { describe, expect, it } from 'vitest'
import { ReadRing } from './read-ring.ts'

const KIB = 1024

/** Creates reads that settle on demand. */
function source (): {
  read: () => Promise<{ done: boolean; value?: Uint8Array }>
  give: (bytes: number | 'end' | Error) => Promise<void>
  state: { asked: number; running: number; most: number }
} {
  const state = { asked: 0, running: 0, most: 0 }
  let settle: ((bytes: number | 'end' | Error) => void) | undefined

  return {
    state,
    async read () {
      state.asked++
      state.most = Math.max(state.most, ++state.running)
      const bytes = await new Promise<number | 'end' | Error>((resolve) => {
        settle = resolve
      })
      state.running--
      if (bytes instanceof Error) {
        throw bytes
      }
      return bytes === 'end' ? { done: true } : { done: false, value: new Uint8Array(bytes) }
    },
    async give (bytes) {
      settle?.(bytes)
      for (let i = 0; i < 10; i++) {
        await Promise.resolve()
      }
    }
  }
}

describe('ReadRing', () => {
  it('reads ahead while a chunk is processed, one read at a time, up to a limit', async () => {
    const { read, give, state } = source()
    const ring = new ReadRing(read)
    const first = ring.next()
    await give(64 * KIB)
    expect((await first).value?.byteLength).toBe(64 * KIB)
    expect(state).toMatchObject({ asked: 2, running: 1 })

    for (let i = 0; i < 2; i++) {
      await give(KIB * KIB)
    }
    expect(state).toEqual({ asked: 3, running: 0, most: 1 })
    await ring.next()
    expect(state).toMatchObject({ asked: 4, running: 1 })
  })

  it('does not read beyond a small body until more is requested', async () => {
    const { read, give, state } = source()
    const ring = new ReadRing(read)
    expect(state.asked).toBe(0)
    const first = ring.next()
    await give(100)
    await first
    expect(state).toMatchObject({ asked: 1, running: 0 })
  })

  it('returns the chunks before a failure, then fails at each call', async () => {
    const { read, give } = source()
    const ring = new ReadRing(read)
    const first = ring.next()
    await give(64 * KIB)
    await first
    await give(7)
    await give(new Error('the sender left'))
    expect((await ring.next()).value?.byteLength).toBe(7)
    await expect(ring.next()).rejects.toThrow('the sender left')
    await expect(ring.next()).rejects.toThrow('the sender left')
  })

  it('ends with the body, and reads no more after it is stopped', async () => {
    const { read, give, state } = source()
    const ring = new ReadRing(read)
    const first = ring.next()
    await give('end')
    expect(await first).toEqual({ done: true })
    expect(await ring.next()).toEqual({ done: true })

    const other = source()
    const stopped = new ReadRing(other.read)
    const next = stopped.next()
    stopped.stop()
    await other.give(64 * KIB)
    await next
    expect([state.asked, other.state.asked]).toEqual([1, 1])
  })
})
