import { expect, it } from 'vitest'
import { WriteQueue } from './write-queue.ts'

function job (log: string[], name: string): { run: () => Promise<string>; end: () => void } {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return {
    end,
    run: async () => {
      log.push(name)
      await ended
      return name
    }
  }
}

it('starts jobs in order, two at a time', async () => {
  const log: string[] = []
  const idle: boolean[] = []
  const queue: WriteQueue = new WriteQueue(() => {
    idle.push(queue.idle)
  })
  const jobs = ['a', 'b', 'c', 'd'].map((name) => job(log, name))
  const results = jobs.map(({ run }) => queue.run(run))
  expect(log).toEqual(['a', 'b'])
  jobs[1].end()
  await results[1]
  await Promise.resolve()
  expect(log).toEqual(['a', 'b', 'c'])
  jobs.forEach(({ end }) => {
    end()
  })
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
  await queue.drain()
  // Called at each end.
  expect(idle).toEqual([false, false, false, true])
})

it('allows a job to be rejected before it starts, and keeps the order', async () => {
  const log: string[] = []
  const queue = new WriteQueue(() => {})
  let refuse = (_: Error): void => {}
  const refused = queue.run(job(log, 'refused').run, () =>
    new Promise((_, reject) => {
      refuse = reject
    }))
  const next = job(log, 'next')
  const following = queue.run(next.run)
  expect(log).toEqual([])
  refuse(new Error('no room'))
  await expect(refused).rejects.toThrow('no room')
  next.end()
  expect(await following).toBe('next')
  expect(log).toEqual(['next'])
})

it('continues after a failed job', async () => {
  const queue = new WriteQueue(() => {})
  await expect(queue.run(async () => {
    throw new Error('failed')
  })).rejects.toThrow('failed')
  await queue.drain()
  expect(await queue.run(async () => 'well')).toBe('well')
})
