import { expect, it, vi } from 'vitest'
import { Quota } from './quota.ts'

const MIB = 1024 * 1024

it('estimates what is free', async () => {
  const quota = new Quota({ estimate: async () => ({ usage: 30, quota: 100 }) })
  expect(await quota.estimate()).toEqual({ usage: 30, quota: 100, free: 70 })
  expect(await new Quota({}).estimate()).toBeUndefined()
})

it('refuses what does not fit, and says how much is free', async () => {
  const quota = new Quota({ estimate: async () => ({ usage: 90 * MIB, quota: 100 * MIB }) })
  await quota.ensure(1 * MIB)
  await expect(quota.ensure(9 * MIB)).rejects.toMatchObject({
    name: 'QuotaExceededError',
    message: expect.stringContaining(String(10 * MIB))
  })
})

it('asks the browser now and then only', async () => {
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

it('limits nothing where the browser does not say', async () => {
  await new Quota({}).ensure(Number.MAX_SAFE_INTEGER)
})

it('asks for persistence once', async () => {
  let kept = false
  const persist = vi.fn(async () => false)
  const quota = new Quota({ persist, persisted: async () => kept })
  expect(await quota.persist()).toBe(false)
  expect(await quota.persist()).toBe(false)
  expect(persist).toHaveBeenCalledTimes(1)
  kept = true
  expect(await quota.persist()).toBe(true)
})
