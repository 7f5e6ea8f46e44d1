import { expect, it, vi } from 'vitest'
import { Quota } from './quota.ts'

const MIB = 1024 * 1024

it('estimates the free space', async () => {
  const quota = new Quota({ estimate: async () => ({ usage: 30, quota: 100 }) })
  expect(await quota.estimate()).toEqual({ usage: 30, quota: 100, free: 70 })
  expect(await new Quota({}).estimate()).toBeUndefined()
})

it('rejects bytes that do not fit, and reports the free bytes', async () => {
  const quota = new Quota({ estimate: async () => ({ usage: 90 * MIB, quota: 100 * MIB }) })
  await quota.ensure(1 * MIB)
  await expect(quota.ensure(9 * MIB)).rejects.toMatchObject({
    name: 'QuotaExceededError',
    message: expect.stringContaining(String(10 * MIB))
  })
})

it("caches the browser's estimate", async () => {
  let now = 0
  const estimate = vi.fn(async () => ({ usage: 0, quota: 100 * MIB }))
  const quota = new Quota({ estimate }, () => now)

  for (let i = 0; i < 17; i++) {
    await quota.ensure(MIB)
  }

  expect(estimate).toHaveBeenCalledTimes(1)
  expect(quota.take(1)).toBe(false)
  await quota.ensure(MIB)
  expect(quota.take(MIB)).toBe(true)
  expect(estimate).toHaveBeenCalledTimes(2)
  now = 60_000
  expect(quota.take(MIB)).toBe(false)
})

it('limits nothing if the browser reports no estimate', async () => {
  await new Quota({}).ensure(Number.MAX_SAFE_INTEGER)
})

it('limits nothing if the estimate fails', async () => {
  await new Quota({
    estimate: async () => {
      throw new TypeError('internal error')
    }
  }).ensure(Number.MAX_SAFE_INTEGER)
})

it('waits once for a browser that does not answer, and uses its estimates when it answers again', async () => {
  vi.useFakeTimers()

  try {
    const questions: Array<(answer: StorageEstimate) => void> = []
    const quota = new Quota({
      estimate: async () =>
        await new Promise((resolve) => {
          questions.push(resolve)
        })
    })
    const ensured = quota.ensure(MIB)
    await vi.advanceTimersByTimeAsync(5000)
    await ensured
    await vi.advanceTimersByTimeAsync(5000)
    await quota.ensure(100 * MIB)
    expect(questions).toHaveLength(1)
    questions[0]({ usage: 0, quota: 5 * MIB })
    await vi.advanceTimersByTimeAsync(0)
    const refused = expect(quota.ensure(100 * MIB)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    questions[1]({ usage: 0, quota: 5 * MIB })
    await refused
  } finally {
    vi.useRealTimers()
  }
})

it('ignores the estimate while the ballast is released, and restores it first', async () => {
  const reserve = { isSpent: false, restore: vi.fn(async () => !reserve.isSpent), make: async () => {} }
  const quota = new Quota({ estimate: async () => ({ usage: 0, quota: 100 * MIB }) }, undefined, reserve)
  await quota.ensure(1)
  expect(quota.take(1)).toBe(true)
  expect(reserve.restore).not.toHaveBeenCalled()

  reserve.isSpent = true
  expect(quota.take(1)).toBe(false)
  await expect(quota.ensure(1)).rejects.toMatchObject({ name: 'QuotaExceededError' })

  reserve.restore.mockImplementation(async () => {
    reserve.isSpent = false
    return true
  })
  await quota.ensure(1)
  expect(quota.take(1)).toBe(true)
})

it('creates the ballast during heavy writes, once, before the node is idle', async () => {
  const reserve = { isSpent: false, restore: async () => true, make: vi.fn(async () => {}) }
  const quota = new Quota({ estimate: async () => ({ usage: 0, quota: 100 * MIB }) }, () => 0, reserve)
  for (let i = 0; i < 15; i++) {
    await quota.ensure(MIB)
  }
  expect(reserve.make).not.toHaveBeenCalled()
  for (let i = 0; i < 30; i++) {
    await quota.ensure(MIB)
  }
  expect(reserve.make).toHaveBeenCalledOnce()
})
