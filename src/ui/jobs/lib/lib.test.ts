import { describe, expect, it } from 'vitest'
import type { Job } from '../../../client/index.ts'
import { carProblem } from '../../intake/lib/car-problem.ts'
import { fromFiles, isCar, together } from '../../intake/lib/picked.ts'
import { biggest } from '../../lib/data/biggest.ts'
import { Rate } from '../../lib/data/rate.ts'
import { contentLink } from '../../lib/links/content-link.ts'
import { bytes, duration, number, shortId } from '../../lib/text/format.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import { pinName } from '../../storage/lib/pin-name.ts'
import { isUpload } from './is-upload.ts'
import { jobWords } from './job-words.ts'
import { workWords } from './work-words.ts'

function file (path: string, size = 1): File {
  const made = new File(['x'.repeat(size)], path.split('/').at(-1) ?? '')
  return Object.defineProperty(made, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
}

describe('format', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [999_499, '999 kB'],
    [999_600, '1.0 MB'],
    [12_345_678, '12.3 MB'],
    [3.2e9, '3.2 GB'],
    [5e15, '5000 TB']
  ])('formats %d bytes as %s', (number, words) => {
    expect(bytes(number)).toBe(words)
  })

  it('formats durations coarsely', () => {
    expect([1, 40, 100, 7200].map(duration)).toEqual(['a moment', '40 s', '2 min', '2 h'])
  })

  it('formats numbers', () => {
    expect(number(1200)).toBe('1,200')
  })

  it('shortens long names to both ends', () => {
    expect(shortId('bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy')).toBe('bafkreigh…4s52zy')
    expect(shortId('short')).toBe('short')
  })
})

describe('picked', () => {
  it('makes one item of a folder and one of each file', async () => {
    const picked = await fromFiles([file('a.txt', 2), file('d/b', 3), file('d/e/c', 4), file('a.txt', 5)])
    expect(
      picked.map(({ name, kind, totalBytes, entries }) => [name, kind, totalBytes, entries.map(({ path }) => path)])
    ).toEqual([
      ['a.txt', 'file', 2, ['a.txt']],
      ['d', 'folder', 7, ['d/b', 'd/e/c']],
      ['a.txt', 'file', 5, ['a.txt']]
    ])
  })

  it('puts all files in one folder, and renames duplicates', async () => {
    const one = together(
      await fromFiles([file('a.txt'), file('a.txt'), file('d/a.txt'), file('.profile'), file('.profile')])
    )
    expect(one).toMatchObject({ name: 'a.txt and 4 more', kind: 'folder', wrap: true, totalBytes: 5 })
    expect(one.entries.map(({ path }) => path)).toEqual(['a.txt', 'a (2).txt', 'd/a.txt', '.profile', '.profile (2)'])
  })
})

describe('pinName', () => {
  it("keeps names within Kubo's limit, and truncates others at a character", () => {
    expect(pinName('ü'.repeat(127))).toBe('ü'.repeat(127))
    const cut = pinName('😀'.repeat(100))
    expect(cut).toBe('😀'.repeat(63) + '…')
    expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(255)
  })
})

describe('contentLink', () => {
  it('contains the name of a file, and no other', () => {
    expect(contentLink('bafyx', 'a & b?.txt')).toBe('/ipfs/bafyx?filename=a%20%26%20b%3F.txt')
    expect(contentLink('bafyx')).toBe('/ipfs/bafyx')
  })
})

describe('plainError', () => {
  it.each([
    [Object.assign(new Error('x'), { name: 'AnswerCutError' }), /stopped/],
    [Object.assign(new Error('x'), { name: 'WorkersUnavailableError', reason: 'insecure-context' }), /cannot run/],
    [new Error('QuotaExceededError: full'), /not enough space/],
    [new Error('ipld: could not find bafy'), /blocks are not in this browser/],
    [new Error('invalid path "/ipfs/no": invalid cid: selected encoding not supported'), /no address of IPFS content/],
    [new Error("key with name 'a' already exists"), /of this name already/],
    [new Error('something new'), /did not work/]
  ])('returns a plain message for %s', (err, words) => {
    expect(plainError(err).what).toMatch(words)
  })

  it('keeps the original message of unknown errors', () => {
    expect(plainError(new Error('something new')).detail).toBe('something new')
  })

  it('recognizes an abort', () => {
    expect([isAbort(new DOMException('', 'AbortError')), isAbort(new Error('no')), isAbort(undefined)]).toEqual([
      true,
      false,
      false
    ])
  })
})

describe('Rate', () => {
  it('averages over the last seconds', () => {
    const rate = new Rate()
    rate.mark(0, 0)
    expect(rate.bytesPerSecond).toBeUndefined()
    for (let s = 1; s <= 10; s++) {
      rate.mark(s * 100, s * 1000)
    }
    expect(rate.bytesPerSecond).toBe(100)
    for (let s = 11; s <= 16; s++) {
      rate.mark(1000, s * 1000)
    }
    expect(rate.bytesPerSecond).toBe(0)
  })
})

describe('biggest', () => {
  it('returns the largest items first, without those of unknown size', () => {
    const sizes = new Map([['a', 1], ['b', 3], ['d', 2], ['e', 0]])
    expect(biggest(['a', 'b', 'c', 'd', 'e'], (one) => sizes.get(one), 3)).toEqual([{ one: 'b', size: 3 }, {
      one: 'd',
      size: 2
    }, { one: 'a', size: 1 }])
  })
})

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
      name: 'Keeping bafkreibm…hc4yeq and 1 more',
      progress: '2 blocks · 3.0 kB looked at',
      problem: undefined
    })
    expect(jobWords({ ...job, args: { paths: ['x'], name: 'a film' } }).name).toBe('Keeping a film')
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
    expect(jobWords(remote)).toMatchObject({ name: 'Keeping bafkreibm…hc4yeq at mine', progress: 'pinning there' })
    expect(
      jobWords({
        ...remote,
        args: { service: 'mine', cid: 'x', name: 'a film' },
        state: 'failed',
        message: 'service not known'
      })
    ).toMatchObject({ name: 'a film at mine is not kept', problem: { detail: 'service not known' } })
  })

  it('describes a failure, and keeps the original message', () => {
    expect(jobWords({ ...job, state: 'failed', message: 'pin: block was not found locally (offline)' }).problem)
      .toMatchObject({
        what: expect.stringContaining('not in this browser') as string,
        detail: 'pin: block was not found locally (offline)'
      })
    expect(jobWords({ ...job, kind: 'add', args: { name: 'a.txt' }, state: 'failed', message: 'stopped' }))
      .toMatchObject({
        name: 'a.txt did not come whole',
        problem: { next: expect.stringContaining('Nothing of it was kept') as string }
      })
    expect(jobWords({ ...job, kind: 'dag/import', state: 'failed', message: 'stopped' })).toMatchObject({
      name: 'An import was cut',
      problem: { next: expect.stringContaining('Nothing of it was kept') as string }
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
      name: 'a film.mp4 waits for you',
      progress: expect.stringContaining('has to be asked') as string,
      problem: undefined
    })
    expect(jobWords({ ...reference, state: 'failed', message: 'it has changed' })).toMatchObject({
      name: 'a film.mp4 was not added',
      problem: { detail: 'it has changed' }
    })
  })
})

describe('workWords', () => {
  const picked = { name: 'a', kind: 'file' as const, entries: [], totalBytes: 100_000 }
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
      title: 'Storing 2 items',
      facts: ['50%', '10.0 kB/s', '15 s left', 'and 1 job of the node'],
      done: 50,
      needsPerson: false
    })
    expect(workWords({ uploads: uploads.slice(1, 2), parts: parts.slice(1, 2), jobs: [] })).toEqual({
      title: 'Storing 1 item',
      facts: ['0%'],
      done: 0,
      needsPerson: false
    })
  })

  it('describes a single running job, and counts several', () => {
    expect(workWords({ uploads: [], parts: [], jobs: [job] })).toEqual({
      title: 'Checking all blocks',
      facts: ['3 blocks looked at'],
      done: 'busy',
      needsPerson: false
    })
    expect(workWords({ uploads: [], parts: [], jobs: [job, { ...job, id: '2' }] })).toMatchObject({
      title: 'Under way',
      facts: ['2 jobs of the node']
    })
  })

  it('reports whether finished work needs the user', () => {
    const done = { picked, status: 'done' as const, storedBytes: 100_000 }
    expect(workWords({ uploads: [done], parts: [], jobs: [] })).toEqual({
      title: 'Just added',
      facts: [],
      done: undefined,
      needsPerson: false
    })
    expect(workWords({ uploads: [{ ...done, earlier: 'b' }], parts: [], jobs: [] })).toMatchObject({
      title: 'Just added',
      needsPerson: true
    })
    expect(workWords({ uploads: [], parts: [], jobs: [{ ...job, state: 'done' }] })).toMatchObject({
      title: 'Done while you were away',
      needsPerson: false
    })
    expect(workWords({ uploads: [{ ...done, status: 'failed' }], parts: [], jobs: [{ ...job, state: 'failed' }] }))
      .toMatchObject({ title: '2 things went wrong', needsPerson: true })
    expect(workWords({ uploads: [], parts: [], jobs: [{ ...job, state: 'waiting' }] })).toMatchObject({
      title: 'Waiting for you',
      needsPerson: true
    })
  })
})

describe('isUpload', () => {
  const picked = { name: 'a', kind: 'file' as const, entries: [], totalBytes: 1 }
  const running = [{ picked, status: 'running' as const }]

  it('matches a job of an upload that the page displays', () => {
    expect(isUpload({ kind: 'add', args: { name: 'a' }, state: 'running' }, running)).toBe(true)
    expect(isUpload({ kind: 'add', args: { name: 'b' }, state: 'running' }, running)).toBe(false)
    expect(isUpload({ kind: 'add', args: { name: 'a' }, state: 'running' }, [])).toBe(false)
    expect(isUpload({ kind: 'repo/gc', args: {}, state: 'running' }, running)).toBe(false)
  })

  it('matches an upload to the MFS by its target path', () => {
    const adding = [{ picked: { ...picked, toFiles: '/d/a' }, status: 'running' as const }]
    expect(
      isUpload(
        { kind: 'add', args: { name: '' }, asked: { 'to-files': '/d/a', pin: 'false' }, state: 'running' },
        adding
      )
    ).toBe(true)
    expect(
      isUpload(
        { kind: 'add', args: { name: '' }, asked: { 'to-files': '/d/b', pin: 'false' }, state: 'running' },
        adding
      )
    ).toBe(false)
    expect(isUpload({ kind: 'add', args: { name: '' }, state: 'running' }, adding)).toBe(false)
  })

  it('excludes interrupted uploads, but matches a reference until its end', () => {
    expect(isUpload({ kind: 'add', args: { name: 'a' }, state: 'failed' }, running)).toBe(false)
    expect(isUpload({ kind: 'add', args: { name: 'a', file: '/picked/1/a' }, state: 'done' }, running)).toBe(true)
  })

  it('matches a CAR import while the page imports one', () => {
    expect(isUpload({ kind: 'dag/import', args: {}, state: 'running' }, running)).toBe(false)
    const importing = [{ picked: { ...picked, name: 'a.car', car: true }, status: 'running' as const }]
    expect(isUpload({ kind: 'dag/import', args: { name: '1-2/a.car' }, state: 'failed' }, importing)).toBe(true)
    expect(isUpload({ kind: 'dag/import', args: { name: '1-2/b.car' }, state: 'running' }, importing)).toBe(false)
  })
})

describe('a CAR', () => {
  const picked = { kind: 'file' as const, entries: [], totalBytes: 1 }

  it('is recognized by its name', () => {
    expect(['a.car', 'A.CAR', 'a.b.car'].every((name) => isCar({ ...picked, name }))).toBe(true)
    expect(['car', 'a.car.zip', 'car.txt'].some((name) => isCar({ ...picked, name }))).toBe(false)
    expect(isCar({ ...picked, kind: 'folder', name: 'a.car' })).toBe(false)
  })

  it.each([
    ['unexpected EOF', 'no CAR'],
    ['invalid car version: 3', 'no CAR'],
    ['import failed after block "bafy": unexpected EOF', 'ends too early'],
    ['import failed at block "bafy": mismatch in content integrity', 'damaged'],
    ['there are no blocks in the file', 'nothing in the file'],
    ['QuotaExceededError: the disk is full: not enough space', 'not enough space']
  ])('has a plain message for a failed import: %s', (message, words) => {
    expect(carProblem(Object.assign(new Error(message), { name: 'RpcError' })).what).toContain(words)
  })

  it('has the general message for other errors of its import', () => {
    expect(carProblem(Object.assign(new Error('x'), { name: 'AnswerCutError' })).what).toContain(
      'stopped in the middle'
    )
  })
})
