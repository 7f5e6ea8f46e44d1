import { describe, expect, it } from 'vitest'
import type { Job } from '../../../client/index.ts'
import { workWords } from './work-words.ts'

describe('workWords', () => {
  const picked = { name: 'a', kind: 'file' as const, entries: [], totalBytes: 100_000, toFiles: '/a' }
  const job: Job = {
    id: '1',
    kind: 'repo/verify',
    args: {},
    begun: '2026-01-02T03:04:05.678Z',
    state: 'running',
    progress: { blocks: 3, bytes: 0 },
    waiting: 0,
    resumed: 0
  }

  it('summarizes progress, rate and remaining time of uploads, and other jobs', () => {
    const uploads = [{ picked, status: 'running' as const, storedBytes: 50_000, bytesPerSecond: 10_000 }, {
      picked,
      status: 'queued' as const,
      storedBytes: 0
    }, { picked, status: 'done' as const, storedBytes: 100_000 }]
    const parts = uploads.map(({ storedBytes, picked: { totalBytes } }) => ({ done: storedBytes, total: totalBytes }))
    expect(workWords({ uploads, parts, jobs: [job] })).toEqual({
      title: 'Uploading 2 items',
      facts: ['50%', '10.0 kB/s', '15 s left', 'and 1 job of the node'],
      done: 50,
      needsPerson: false
    })
    expect(workWords({ uploads: uploads.slice(1, 2), parts: parts.slice(1, 2), jobs: [] })).toEqual({
      title: 'Uploading 1 item',
      facts: ['0%'],
      done: 0,
      needsPerson: false
    })
  })

  it('counts fetches, of which failed ones need the user', () => {
    const fetches = [{ status: 'running' as const }, { status: 'queued' as const }]
    expect(workWords({ uploads: [], parts: [], fetches, jobs: [job] })).toEqual({
      title: 'Fetching 2 items',
      facts: ['and 1 job of the node'],
      done: 'busy',
      needsPerson: false
    })
    expect(workWords({ uploads: [], parts: [], fetches: [{ status: 'failed' }], jobs: [] })).toMatchObject({
      title: '1 problem',
      needsPerson: true
    })
  })

  it('describes a single running job, and counts several', () => {
    expect(workWords({ uploads: [], parts: [], jobs: [job] })).toEqual({
      title: 'Checking all blocks',
      facts: ['3 blocks checked'],
      done: 'busy',
      needsPerson: false
    })
    expect(workWords({ uploads: [], parts: [], jobs: [job, { ...job, id: '2' }] })).toMatchObject({
      title: 'In progress',
      facts: ['2 jobs of the node']
    })
  })

  it('reports whether finished work needs the user', () => {
    const done = { picked, status: 'done' as const, storedBytes: 100_000 }
    expect(workWords({ uploads: [done], parts: [], jobs: [] })).toEqual({
      title: 'Uploads',
      facts: [],
      done: undefined,
      needsPerson: false
    })
    const imported = { roots: [{ cid: 'A', error: '' }], blocks: 1, bytes: 1, put: [], pinned: ['A'] }
    expect(workWords({ uploads: [{ ...done, imported }], parts: [], jobs: [] })).toMatchObject({
      title: 'Uploads',
      needsPerson: true
    })
    expect(workWords({ uploads: [], parts: [], jobs: [{ ...job, state: 'done' }] })).toMatchObject({
      title: 'While you were away',
      needsPerson: false
    })
    expect(workWords({ uploads: [{ ...done, status: 'failed' }], parts: [], jobs: [{ ...job, state: 'failed' }] }))
      .toMatchObject({ title: '2 problems', needsPerson: true })
    expect(workWords({ uploads: [], parts: [], jobs: [{ ...job, state: 'waiting' }] })).toMatchObject({
      title: 'Waiting for you',
      needsPerson: true
    })
  })
})
