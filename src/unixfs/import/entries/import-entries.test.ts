import all from 'it-all'
import { CID } from 'multiformats/cid'
import { describe, expect, it, vi } from 'vitest'
import { IMPORT_DEFAULTS } from '../../../testing/dag/import-options.ts'
import type { ImportEntry } from '../../format/import-entry.ts'
import { DEFAULT_LIMITS } from '../directory/limits.ts'
import type { BlockSink } from '../pipeline/block-pipeline.ts'
import { importEntries } from './import-entries.ts'
import type { ImportEvent } from './import-event.ts'
import type { ImportOptions } from './import-options.ts'

const DEFAULTS: ImportOptions = {
  ...IMPORT_DEFAULTS
}

/**
 * Parses an entry: `path=content` is a file, `path/` a directory and `path>target` a symlink. The mode and mtime of a
 * directory or file can follow a `?`.
 */
function entry (text: string): ImportEntry {
  const [what, query = ''] = text.split('?')
  const params = new URLSearchParams(query)
  const mode = params.has('mode') ? parseInt(params.get('mode') as string, 8) : undefined
  const mtime = params.has('mtime') ? { secs: Number(params.get('mtime')) } : undefined
  const [, path, sign, rest] = /^([^=>]*?)([=>]|\/?$)(.*)$/s.exec(what) as unknown as string[]

  switch (sign) {
    case '=':
      return { path, kind: 'file', content: content(rest), mode, mtime }
    case '>':
      return { path, kind: 'symlink', target: rest, mode, mtime }
    default:
      return { path, kind: 'directory', mode, mtime }
  }
}

async function* content (text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function* upload (entries: string[]): AsyncGenerator<ImportEntry> {
  for (const text of entries) {
    yield entry(text)
  }
}

function line (event: ImportEvent): string {
  switch (event.type) {
    case 'progress':
      return `${event.name}: ${event.bytes}`
    case 'added':
      return `${event.name} ${event.cid} ${event.size}`
    case 'root':
      return `* ${event.name} ${event.cid}`
  }
}

async function importNames (entries: string[], options: Partial<ImportOptions> = {}): Promise<string[]> {
  const events = await all(importEntries(upload(entries), { ...DEFAULTS, sink: () => {}, ...options }))
  return events.map(line)
}

/** Returns the events before the error, and the error's message. */
async function failing (
  entries: AsyncIterable<ImportEntry>,
  options: Partial<ImportOptions> = {}
): Promise<{ lines: string[]; message: string }> {
  const lines: string[] = []

  try {
    for await (const event of importEntries(entries, { ...DEFAULTS, sink: () => {}, ...options })) {
      lines.push(line(event))
    }
  } catch (err) {
    return { lines, message: (err as Error).message }
  }

  throw new Error('did not fail')
}

const ONE = 'QmWYddCPs7uR9EvHNCZzpguVFVNfHc6aM3hPVzPdAEESMc'
const TWO = 'QmT9SanPHnSH5AsBqy2xZbstw4rAw5znFPkmjkvDCMdVuF'

// events of Kubo 0.40.0; lines with a star are the pinned roots
describe('importEntries', () => {
  it('reports several files as roots', async () => {
    expect(await importNames(['a=1', 'a=2'])).toEqual([`a ${ONE} 9`, `* a ${ONE}`, `a ${TWO} 9`, `* a ${TWO}`])
  })

  it('reports directories after their files, children first', async () => {
    expect(await importNames(['d/a/1=1', 'd/b/1=2', 'd/a/2=3'])).toEqual([
      `d/a/1 ${ONE} 9`,
      `d/b/1 ${TWO} 9`,
      'd/a/2 QmY4ZaCGXPTqRmTVEGSC6PPMgniAhMD1wPBTH7PeU3qtAf 9',
      'd/a QmcDdbj9f3txXPyGbfeotZsf4sjh4fQhzqqc1aJ6k8rLvF 108',
      'd/b QmNmB2TQP6soaFu4i37LtwenG1LJDLgCu6AH962ubCmhrK 56',
      'd QmZSHcpqwEwCCmiEC2pjxpCRDTXdPn9NLryiRD7KR9MdTP 254',
      '* d QmZSHcpqwEwCCmiEC2pjxpCRDTXdPn9NLryiRD7KR9MdTP'
    ])
  })

  it('wraps entries in a directory', async () => {
    expect(await importNames(['d/a=1'], { wrap: true })).toEqual([
      `d/a ${ONE} 9`,
      'd QmWFu3BvSmHPueWKnpqxZtLkgYd9QPYsHCVcMkUi2vyppi 56',
      ' QmbbECHzhGLkMRFwckm61PNRnpcFSpiSJSnvfY8q5JyDCj 103',
      '*  QmbbECHzhGLkMRFwckm61PNRnpcFSpiSJSnvfY8q5JyDCj'
    ])
    expect(await importNames([], { wrap: true })).toEqual([
      ' QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn 4',
      '*  QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
    ])
  })

  it('reports no entries for no input', async () => {
    expect(await importNames([])).toEqual([])
  })

  it('names unnamed entries by their CIDs', async () => {
    const x = 'QmULKig5Fxrs2sC4qt9nNduucXfb92AFYQ6Hi3YRqDmrYC'
    expect(await importNames(['=x'], { progress: true })).toEqual([': 1', `${x} ${x} 9`, `*  ${x}`])
    expect((await importNames(['=x'], { wrap: true }))[0]).toBe(`${x} ${x} 9`)
  })

  it('adds the following entries to an unnamed directory', async () => {
    expect(await importNames(['/', 'x=1', 'y/z=2'])).toEqual([
      `x ${ONE} 9`,
      `y/z ${TWO} 9`,
      'y QmXww7SJU5DRYiJ8yrLgLqC422fXo25nu1AuoxR4TKrHZv 56',
      ' QmXEZcxBP51icjeeBXjK3mGtXRpBdjZqPeqrggkFJrLCmi 155',
      '*  QmXEZcxBP51icjeeBXjK3mGtXRpBdjZqPeqrggkFJrLCmi'
    ])
    expect(await failing(upload(['/', 'x=1']), { wrap: true })).toEqual({
      lines: [],
      message: 'no path given to Mkdir'
    })
  })

  it('includes or omits empty directories', async () => {
    const empty = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
    expect(await importNames(['d/', 'd/e/', 'd/a=x'])).toContain(`d/e ${empty} 4`)
    expect(await importNames(['d/', 'd/e/', 'd/a=x'], { emptyDirs: false })).toContain(
      'd QmdWVbkp8PyAqVjA4dNC2zGN4cS8g4WSy6VrP9XFVHWDfZ 56'
    )
    expect(await importNames(['d/'], { emptyDirs: false })).toEqual([`d ${empty} 4`, `* d ${empty}`])
    // a directory that only had an empty one is not empty
    expect(await importNames(['d/e/', 'd/e/x/'], { emptyDirs: false })).toEqual([
      `d/e ${empty} 4`,
      'd QmP5RSLZAjVUM3CeMgACiNZM4mbr79h8vTUa9DWKUvjW1P 51',
      '* d QmP5RSLZAjVUM3CeMgACiNZM4mbr79h8vTUa9DWKUvjW1P'
    ])
  })

  it('reports progress, and only directories when silent', async () => {
    expect(await importNames(['d/a=1'], { progress: true, silent: true })).toEqual([
      'd/a: 1',
      'd QmWFu3BvSmHPueWKnpqxZtLkgYd9QPYsHCVcMkUi2vyppi 56',
      '* d QmWFu3BvSmHPueWKnpqxZtLkgYd9QPYsHCVcMkUi2vyppi'
    ])
    expect(await importNames(['a=x'], { silent: true })).toEqual(['* a QmULKig5Fxrs2sC4qt9nNduucXfb92AFYQ6Hi3YRqDmrYC'])
  })

  it('applies mode and time to all nodes that can store them', async () => {
    expect(await importNames(['d/a=1', 'd/e/b=1', 'd/f/'], { mode: 0o755 })).toEqual([
      'd/a QmchRK7oB8C6gW65yGSct64ohBA6yt7todV7byDE8FXvSz 12',
      'd/e/b QmchRK7oB8C6gW65yGSct64ohBA6yt7todV7byDE8FXvSz 12',
      'd/e QmfSBt6bHZdnZcEf9mSoQXacBuX7MfqGShghRDCHEiYkG2 62',
      'd/f QmRviohgafvCsbkiTgfQFipbuXJ6k1YtoiaQW4quttJPKu 7',
      'd QmV1H8D3Snk6PqF9NZReGXfF8drWgVYNFczRVMcGG417EX 217',
      '* d QmV1H8D3Snk6PqF9NZReGXfF8drWgVYNFczRVMcGG417EX'
    ])
    expect((await importNames(['d/a=1'], { mtime: { secs: -1n, nsecs: 3 } })).slice(0, 2)).toEqual([
      'd/a QmZdFiJZfLrih879sC47evLgQmPyQ954MWMPBDBqkN4T9h 27',
      'd QmNiziQkTWvwka6JSJJo2wFm6VuYZtaQyXihxRCezQnuAV 92'
    ])
    // setuid only: omitted for a file, 0 for a directory
    expect((await importNames(['d/a=1'], { mode: 2048 })).slice(0, 2)).toEqual([
      `d/a ${ONE} 9`,
      'd QmaTV2sWqAGiaLmG4iaVdbhkddinzimv2geQTkWhSeejS7 58'
    ])
  })

  it('preserves mode and time of the entries', async () => {
    expect(
      (await importNames(['d/?mode=0700', 'd/e/?mode=0711&mtime=3', 'd/e/f=1'], { preserveMode: true })).slice(1, 3)
    )
      .toEqual([
        'd/e QmQkBU3LfkjBnReWNNX3W5YiaSu5rvznVyT8wPhmMWftrN 59',
        'd QmZh12KGvXkWsNaU7EvFVDqCgTdqenr4XUbJmvhuF74PFD 109'
      ])
    expect(await importNames(['l>tgt?mtime=7'], { preserveMtime: true, preserveMode: true })).toContain(
      'l QmNdsVbGkM96NqbEPJKiEiprTXwcbMbCwj25n75f9GsQCz 13'
    )
  })

  it('adds mode and time of the top-level entry to each of its events', async () => {
    const events = await all(importEntries(upload(['d/?mode=0700&mtime=77', 'd/a=1?mode=0600', 'l>a']), DEFAULTS))
    expect(events.map((event) => event.type === 'added' ? [event.name, event.mode, event.mtime?.secs] : [])).toEqual([
      ['d/a', 0o700, 77n],
      ['d', 0o700, 77n],
      [],
      ['l', 0o1000000777, undefined],
      []
    ])
  })

  it('uses separate limits for a top-level directory', async () => {
    const one = { ...DEFAULT_LIMITS, maxLinks: 1 }
    const all = await importNames(['d/a/b=', 'd/a/c='], { directory: one, topDirectory: DEFAULT_LIMITS })
    // the inner directory is sharded
    expect(all.slice(2, 4)).toEqual([
      'd/a QmecjtqLoVV1tjTKGG9e6SGwm1oKrTHubiESgQPwk9gBDE 131',
      'd Qmf31zQ57grdFehBYSQz8hYPaweyj7JMr7YyfDb9HxkUBc 179'
    ])
  })

  it.each<[string[], Partial<ImportOptions>, string[], string]>([
    [['d/a=1', 'd/b=2', 'd/a=3'], {}, [`d/a ${ONE} 9`, `d/b ${TWO} 9`], 'directory already has entry by that name'],
    [['d/a=1', 'd/b=2', 'd/a/x=3'], {}, [`d/a ${ONE} 9`, `d/b ${TWO} 9`], 'file already exists'],
    [['d/a/x=1', 'd/b=2', 'd/a=3'], {}, [`d/a/x ${ONE} 9`, `d/b ${TWO} 9`], 'directory already has entry by that name'],
    [['a=1', 'a=2'], { wrap: true }, [`a ${ONE} 9`], 'directory already has entry by that name'],
    [
      ['d/a=1', 'd/b=1'],
      { directory: { ...DEFAULT_LIMITS, maxLinks: 1, fanout: 2048 } },
      [`d/a ${ONE} 9`],
      'hamt width (2048) exceed maximum allowed (1024)'
    ],
    [
      ['a=1'],
      { directory: { ...DEFAULT_LIMITS, fanout: 7 } },
      [],
      'HAMT fanout must be a positive power of 2 and multiple of 8: 7'
    ],
    [['a=1'], { chunker: 'nosuch' }, [], 'unrecognized chunker option: nosuch'],
    [['a=1'], { hash: 0xd5 }, [], 'potentially insecure hash functions not allowed'],
    [['a=1'], { hash: 0x1012 }, [], 'unknown multihash code 4114 (0x1012): no such hash registered'],
    [
      ['a=1'],
      { hash: 0x1012, rawLeaves: true },
      [],
      'invalid cid: unknown multihash code 4114 (0x1012): no such hash registered'
    ],
    [['d/'], { hash: 0x1012, rawLeaves: true }, [], 'unknown multihash code 4114 (0x1012): no such hash registered']
  ])('fails for %j with %o after the events of Kubo', async (entries, options, lines, message) => {
    expect(await failing(upload(entries), options)).toEqual({ lines, message })
  })

  it('parses the chunker only if there are files', async () => {
    expect(await importNames(['d/'], { chunker: 'nosuch' })).toHaveLength(2)
  })

  it('passes every block to the sink before it ends, children before parents', async () => {
    const known = new Set<string>()
    const sink: BlockSink = async (cid) => {
      known.add(cid.toString())
    }
    const events = await all(importEntries(upload(['d/a=1', 'd/b/c=2', 'e>x']), { ...DEFAULTS, sink }))

    for (const event of events) {
      if (event.type !== 'progress') {
        expect(known).toContain(event.cid.toString())
      }
    }

    expect(known.size).toBe(5)
  })

  it('reports files before a broken upload, and closes it', async () => {
    let closed = false

    async function* broken (): AsyncGenerator<ImportEntry> {
      try {
        yield entry('a=1')
        throw new Error('multipart: NextPart: EOF')
      } finally {
        closed = true
      }
    }

    expect(await failing(broken())).toEqual({
      lines: [`a ${ONE} 9`, `* a ${ONE}`],
      message: 'multipart: NextPart: EOF'
    })
    expect(closed).toBe(true)
  })

  it('fails when the sink does, and stops reading', async () => {
    let read = 0

    async function* endless (): AsyncGenerator<ImportEntry> {
      for (;;) {
        yield entry(`d/${read++}=${'x'.repeat(1000)}`)
      }
    }

    const { message } = await failing(endless(), {
      sink: async () => {
        throw new Error('disk full')
      }
    })
    expect(message).toBe('disk full')
    expect(read).toBeLessThan(2000)
  })

  it('stores no more blocks after its reader has left', async () => {
    let late = false
    let left = false

    const sink: BlockSink = async () => {
      late ||= left
      await new Promise((resolve) => setTimeout(resolve, 1))
    }

    async function* endless (): AsyncGenerator<ImportEntry> {
      for (let n = 0;; n++) {
        yield entry(`d/${n}=${n}`)
      }
    }

    for await (const event of importEntries(endless(), { ...DEFAULTS, sink })) {
      expect(event.type).toBe('added')
      break
    }

    left = true
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(late).toBe(false)
  })

  it('aborts while it waits for an entry that never arrives', async () => {
    const controller = new AbortController()

    async function* stalled (): AsyncGenerator<ImportEntry> {
      await new Promise(() => {})
    }

    const events = all(importEntries(stalled(), { ...DEFAULTS, sink: () => {}, signal: controller.signal }))
    controller.abort(new Error('enough'))
    await expect(events).rejects.toThrow('enough')
  })

  it('stops when the signal aborts', async () => {
    const controller = new AbortController()
    const abort = vi.fn(() => {
      controller.abort()
    })

    async function* endless (): AsyncGenerator<ImportEntry> {
      for (let n = 0;; n++) {
        if (n === 3) {
          abort()
        }
        yield entry(`d/${n}=${n}`)
      }
    }

    await expect(all(importEntries(endless(), { ...DEFAULTS, sink: () => {}, signal: controller.signal }))).rejects
      .toThrow(expect.objectContaining({ name: 'AbortError' }))
    expect(abort).toHaveBeenCalledTimes(1)
  })

  it('reads a ReadableStream', async () => {
    async function* one (): AsyncGenerator<ImportEntry> {
      yield { path: 'a', kind: 'file', content: new Blob(['1']).stream() }
    }

    const [added] = await all(importEntries(one(), DEFAULTS))
    expect(added).toMatchObject({ type: 'added', cid: CID.parse(ONE) })
  })
})
