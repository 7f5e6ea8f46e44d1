import { describe, expect, it } from 'vitest'
import { FetchKeeper } from './fetch-keeper.ts'
import type { KeptFetches } from './fetch-keeper.ts'

const MIB = 1024 * 1024

function fetches (pending: number, pendingBytes = 0): KeptFetches & { pending: number; isCancelled: boolean } {
  return {
    pending,
    pendingBytes,
    isCancelled: false,
    cancel () {
      this.isCancelled = true
    }
  }
}

describe('FetchKeeper', () => {
  it('cancels the fetches that were kept for longest above its limits', () => {
    for (const [pending, bytes] of [[600, 0], [1, 20 * MIB]]) {
      const keeper = new FetchKeeper()
      const [old, young] = [fetches(pending, bytes), fetches(pending, bytes)]
      keeper.keep(old)
      expect(old.isCancelled).toBe(false)
      keeper.keep(young)
      expect([old.isCancelled, young.isCancelled]).toEqual([true, false])
    }
  })

  it('does not count fetches that have ended', () => {
    const keeper = new FetchKeeper()
    const [old, young] = [fetches(600), fetches(600)]
    keeper.keep(old)
    old.pending = 0
    keeper.keep(young)
    expect([old.isCancelled, young.isCancelled]).toEqual([false, false])
  })

  it('cancels all', () => {
    const keeper = new FetchKeeper()
    const all = [fetches(1), fetches(2)]
    all.forEach((one) => {
      keeper.keep(one)
    })
    keeper.cancel()
    expect(all.map(({ isCancelled }) => isCancelled)).toEqual([true, true])
  })
})
