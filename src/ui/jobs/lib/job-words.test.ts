import { describe, expect, it } from 'vitest'
import { jobWords } from './job-words.ts'

describe('jobWords', () => {
  const job = {
    id: 'x',
    kind: 'pin/add',
    args: { paths: ['/ipfs/bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq', 'b'], name: '' },
    begun: '',
    state: 'running' as const,
    progress: { blocks: 2, bytes: 3000 },
    resumed: 0,
    waiting: 1
  }

  it('describes a job and its progress', () => {
    expect(jobWords(job)).toEqual({
      name: 'Pinning bafkreibm…hc4yeq and 1 more',
      progress: '2 blocks · 3.0 kB checked',
      problem: undefined
    })
    expect(jobWords({ ...job, args: { paths: ['x'], name: 'a film' } }).name).toBe('Pinning a film')
    expect(jobWords({ ...job, kind: 'of a later version', args: null })).toMatchObject({
      name: 'of a later version',
      progress: '2 blocks'
    })
  })

  it('describes the status at a pinning service', () => {
    const remote = {
      ...job,
      kind: 'pin/remote/add',
      args: {
        service: 'mine',
        cid: 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq',
        name: '',
        status: 'pinning'
      }
    }
    expect(jobWords(remote)).toMatchObject({
      name: 'Pinning bafkreibm…hc4yeq at mine',
      progress: 'pinning at the service'
    })
    expect(
      jobWords({
        ...remote,
        args: { service: 'mine', cid: 'x', name: 'a film' },
        state: 'failed',
        message: 'service not known'
      })
    ).toMatchObject({ name: 'a film is not pinned at mine', problem: { detail: 'service not known' } })
  })

  it('describes a failure, and keeps the original message', () => {
    expect(jobWords({ ...job, state: 'failed', message: 'pin: block was not found locally (offline)' }).problem)
      .toMatchObject({
        what: expect.stringContaining('not on this device') as string,
        detail: 'pin: block was not found locally (offline)'
      })
    expect(jobWords({ ...job, kind: 'add', args: { name: 'a.txt' }, state: 'failed', message: 'stopped' }))
      .toMatchObject({
        name: 'a.txt is incomplete',
        problem: { next: expect.stringContaining('Nothing was saved') as string }
      })
    expect(jobWords({ ...job, kind: 'dag/import', state: 'failed', message: 'stopped' })).toMatchObject({
      name: 'An import was interrupted',
      problem: { next: expect.stringContaining('Nothing was saved') as string }
    })
  })

  it('describes a reference job, and what it waits for', () => {
    const reference = {
      ...job,
      kind: 'add',
      args: { file: '/picked/1/a%20film.mp4', name: '', size: 5_000_000 },
      progress: { blocks: 3, bytes: 1_000_000 }
    }
    expect(jobWords(reference)).toMatchObject({ name: 'Adding a film.mp4', progress: '1.0 MB of 5.0 MB read' })
    expect(jobWords({ ...reference, state: 'done' })).toMatchObject({
      name: 'a film.mp4 was added',
      progress: '5.0 MB, without a copy'
    })
    expect(jobWords({ ...reference, state: 'waiting' })).toMatchObject({
      name: 'a film.mp4 needs your answer',
      progress: expect.stringContaining('must ask you') as string,
      problem: undefined
    })
    expect(jobWords({ ...reference, state: 'failed', message: 'it has changed' })).toMatchObject({
      name: 'a film.mp4 was not added',
      problem: { detail: 'it has changed' }
    })
  })
})
