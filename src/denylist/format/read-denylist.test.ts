import { describe, expect, it } from 'vitest'
import { CheckedContent } from '../rules/checked-content.ts'
import { readDenylist } from './read-denylist.ts'
import type { ReadList } from './read-denylist.ts'

const CID = 'bafybeihvvulpp4evxj7x7armbqcyg6uezzuig6jp3lktpbovlqfkuqeuoq'
const MIB = 1024 * 1024
const seed = [1, 2, 3] as const

async function* pieces (bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) {
    yield bytes.slice(start, start + length)
  }
}

async function readText (text: string | Uint8Array, length = 7, maxBytes = 1e9): Promise<ReadList> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return await readDenylist(pieces(bytes, length), { seed, maxBytes })
}

function lineFor ({ rules }: ReadList, path: string): number | undefined {
  const [, namespace, root, ...segments] = path.split('/')
  return rules.match(CheckedContent.ofPath({ namespace, root, segments })!)?.line
}

describe('a list', () => {
  it('is read in pieces of any length, with and without line ends of Windows and a last line end', async () => {
    const text = `# ü\r\n/ipfs/${CID}/a%20b\r\n\r\n/ipfs/${CID}/%C3%BC/*`

    for (const length of [1, 3, 1000]) {
      const list = await readText(text, length)
      expect(list.facts).toEqual({ bytes: 155, lines: 4, rules: 2, invalid: 0, problem: '' })
      expect(lineFor(list, `/ipfs/${CID}/a b`)).toBe(2)
      expect(lineFor(list, `/ipfs/${CID}/ü/below`)).toBe(4)
      expect(lineFor(list, `/ipfs/${CID}/a`)).toBeUndefined()
    }
  })

  it('counts lines that are no rule, and skips them', async () => {
    const { facts } = await readText(
      [
        `/ipfs/${CID}`,
        '/ipfs/no-cid',
        '//nothex',
        '/some/path',
        'text',
        `/ipfs/${CID}/%zz`,
        '//f01',
        '//1Qmx',
        `+/ipfs/${CID}/allowed`
      ].join('\n')
    )
    expect(facts).toMatchObject({ lines: 9, rules: 2, invalid: 7 })
    expect(facts.problem).toMatch(/^line 2: /)
  })

  it('takes a star that is encoded as a name', async () => {
    const list = await readText(`/ipfs/${CID}/%2A\n`)
    expect(lineFor(list, `/ipfs/${CID}/*`)).toBe(1)
    expect(lineFor(list, `/ipfs/${CID}/a`)).toBeUndefined()
  })

  it('decides by its last rule for a content, whatever the kinds of rules', async () => {
    const list = await readText(`!/ipfs/${CID}\n/ipfs/${CID}/*\n!/ipfs/${CID}/a\n/ipfs/${CID}/a/b\n`)
    expect(lineFor(list, `/ipfs/${CID}`)).toBe(2)
    expect(lineFor(list, `/ipfs/${CID}/a`)).toBe(3)
    expect(lineFor(list, `/ipfs/${CID}/a/b`)).toBe(4)
    expect(lineFor(list, `/ipfs/${CID}/a/c`)).toBe(2)
  })
})

describe('a header', () => {
  it('has quoted, continued and block texts, comments and a map of hints', async () => {
    const { header, facts } = await readText(
      '# about\nversion: 1\nname: "a: \\"b\\"" # c\ndescription: |\n  two\n  lines\nauthor: \'it\'\'s me\'\n' +
        'other:\n  - ignored\nhints:\n  # first\n  gateway_status: 451\n  b: c\n---\n' + `/ipfs/${CID}\n`
    )
    expect(header).toEqual({
      name: 'a: "b"',
      description: 'two lines',
      author: "it's me",
      hints: { gateway_status: '451', b: 'c' }
    })
    expect(facts).toMatchObject({ rules: 1, lines: 15 })
  })

  it('may be only its end', async () => {
    expect((await readText(`---\n/ipfs/${CID}\n`)).facts).toMatchObject({ rules: 1, lines: 2 })
  })

  it('is none if its end does not come within 1 MiB: its lines are rules', async () => {
    const { header, facts } = await readText(
      `/ipfs/${CID}\nname: x\n#${'x'.repeat(MIB)}\n---\n/ipfs/${CID}\n`,
      100_000
    )
    expect(header.name).toBe('')
    expect(facts).toMatchObject({ rules: 2, invalid: 2, lines: 5 })
  })

  it.each([
    ['version: 2\n---\n', 'version 2 of the denylist format is not supported'],
    ['just text\n---\n', 'the header has a line that is no field: just text']
  ])('%j fails', async (text, message) => {
    await expect(readText(text)).rejects.toThrow(message)
  })
})

describe('a list fails as a whole', () => {
  const rule = `/ipfs/${CID}\n`

  it.each<[name: string, text: string | Uint8Array, message: string]>([
    ['if it is too large', rule.repeat(100), 'the list is larger than 1000 bytes'],
    ['if it is not UTF-8', Uint8Array.of(47, 0xff, 10), 'the list is not text in UTF-8'],
    ['if it has zero bytes', `${rule}\0`, 'the list is not text'],
    ['if it is an error page', '<html>\n<p>Not found</p>\n', 'no line of the list is a rule (line 1: it is neither']
  ])('%s', async (_, text, message) => {
    await expect(readText(text, 10, 1000)).rejects.toThrow(message)
  })

  it('if it has a line of more than 2 MiB', async () => {
    await expect(readText(`${rule}#${'x'.repeat(2 * MIB)}`, 65_536)).rejects.toThrow('a line of more than 2 MiB')
    expect((await readText(`${rule}#${'x'.repeat(2 * MIB - 2)}\n`, 65_536)).facts.rules).toBe(1)
  })

  it('if it never ends, and its source is closed', async () => {
    let isClosed = false

    async function* endless (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield new TextEncoder().encode(rule.repeat(100))
        }
      } finally {
        isClosed = true
      }
    }

    await expect(readDenylist(endless(), { seed, maxBytes: 100_000 })).rejects.toThrow('larger than 100000 bytes')
    expect(isClosed).toBe(true)
  })
})
