import { MemoryDatastore } from 'datastore-core'
import { describe, expect, it } from 'vitest'
import { parsePath } from '../../path/content-path.ts'
import { DENYLIST_VECTORS, VECTOR_LIST } from '../../testing/dag/denylist-vectors.ts'
import { ContentPolicy } from '../content-policy.ts'
import { Denylists } from './denylists.ts'
import type { OpenedSource } from './denylists.ts'

const signal = new AbortController().signal
const options = { maxBytes: 1e9, signal }

function textSource (text: string, tag = ''): OpenedSource {
  return { tag, chunks: pieces(new TextEncoder().encode(text)) }
}

async function* pieces (bytes: Uint8Array, length = 1000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) {
    yield bytes.slice(start, start + length)
  }
}

/** A datastore whose writes are lost after a kill. */
class KillableDatastore extends MemoryDatastore {
  readonly #stored: MemoryDatastore
  readonly #isAlive: () => boolean

  constructor (stored: MemoryDatastore, isAlive: () => boolean) {
    super()
    this.#stored = stored
    this.#isAlive = isAlive
  }

  override put: MemoryDatastore['put'] = (key, value) =>
    this.#isAlive() ? this.#stored.put(key, value) : new Promise<never>(() => {})
  override get: MemoryDatastore['get'] = (key) => this.#stored.get(key)
  override delete: MemoryDatastore['delete'] = (key) => this.#stored.delete(key)
  override queryKeys: MemoryDatastore['queryKeys'] = (query) => this.#stored.queryKeys(query)
}

interface Opened {
  lists: Denylists
  policy: ContentPolicy
}

async function openLists (datastore = new MemoryDatastore()): Promise<Opened> {
  const policy = new ContentPolicy()
  const lists = new Denylists({ datastore, policy })
  await lists.load()
  return { lists, policy }
}

async function withList (text: string): Promise<Opened> {
  const opened = await openLists()
  await opened.lists.put('a', { kind: 'upload' }, textSource(text), options)
  return opened
}

describe('the published examples', () => {
  it.each(DENYLIST_VECTORS)('$path', async ({ path, isBlocked, isByRoot = false }) => {
    const { lists, policy } = await withList(VECTOR_LIST)
    expect(policy.rules?.pathOf(parsePath(path)) != null).toBe(isBlocked && !isByRoot)
    expect(lists.decide(parsePath(path))?.allows === false).toBe(isBlocked)
  })
})

const RULE = '/ipfs/bafybeihvvulpp4evxj7x7armbqcyg6uezzuig6jp3lktpbovlqfkuqeuoq'
const OTHER = '/ipfs/QmVTF1yEejXd9iMgoRTFDxBv7HAz9kuZcQNBzHrceuK9HR'
const source = { kind: 'url', url: 'https://lists.example/a', intervalMs: 60_000, maxBytes: 1e6 } as const

function isBlocked ({ policy }: Opened, path: string): boolean {
  return policy.rules?.pathOf(parsePath(path)) != null
}

async function rowCount (datastore: MemoryDatastore): Promise<number> {
  let count = 0
  for await (const _ of datastore.queryKeys({ prefix: '/denylists/' })) {
    count++
  }
  return count
}

describe('a list that is refreshed', () => {
  it('is replaced as a whole, and leaves no rows of its last version', async () => {
    const datastore = new MemoryDatastore()
    const opened = await openLists(datastore)
    await opened.lists.put('a', source, textSource(RULE, '"1"'), options)
    const before = await rowCount(datastore)
    expect(
      await opened.lists.refresh('a', async (_, { tag }) => {
        expect(tag).toBe('"1"')
        return textSource(OTHER, '"2"')
      }, signal)
    ).toBeUndefined()
    expect([isBlocked(opened, RULE), isBlocked(opened, OTHER)]).toEqual([false, true])
    expect(await rowCount(datastore)).toBe(before)
    expect(await opened.lists.refresh('a', async () => undefined, signal)).toBeUndefined()
    expect(isBlocked(await openLists(datastore), OTHER)).toBe(true)
    await opened.lists.remove('a')
    expect(await rowCount(datastore)).toBe(0)
    expect(opened.policy.rules).toBeUndefined()
  })

  it.each<[name: string, next: () => Promise<OpenedSource>]>([
    ['cannot be opened', async () => await Promise.reject(new Error('away'))],
    ['is not text', async () => ({ tag: '', chunks: pieces(Uint8Array.of(0, 1, 2)) })],
    ['is too large', async () => textSource(`${RULE}\n`.repeat(20_000))],
    ['is a page with an error', async () => textSource('<html>\n')],
    ['is not signed', async () => ({
      ...textSource(OTHER),
      verify: async () => await Promise.reject(new Error('not signed'))
    })],
    ['breaks off', async () => ({
      tag: '',
      chunks: (async function* () {
        yield new TextEncoder().encode(`${OTHER}\n`)
        throw new Error('broken off')
      })()
    })]
  ])('stays as it was if the new one %s', async (_, next) => {
    const datastore = new MemoryDatastore()
    const opened = await openLists(datastore)
    await opened.lists.put('a', source, textSource(RULE, '"1"'), options)
    const before = await rowCount(datastore)
    expect(await opened.lists.refresh('a', next, signal)).toBeInstanceOf(Error)
    expect(opened.lists.find('a')).toMatchObject({ tag: '"1"', error: expect.stringMatching(/./) })
    expect([isBlocked(opened, RULE), isBlocked(opened, OTHER)]).toEqual([true, false])
    expect(await rowCount(datastore)).toBe(before)
  })

  it('counts in its last version if the node is killed meanwhile, whatever has been written', async () => {
    const datastore = new MemoryDatastore()
    const text = `${RULE}\n${`#${'x'.repeat(999)}\n`.repeat(2000)}`
    await (await openLists(datastore)).lists.put('a', { ...source, maxBytes: 1e7 }, textSource(text, '"1"'), options)
    const rows = await rowCount(datastore)

    for (let writes = 0; writes < 6; writes++) {
      let left = writes
      const killed = new KillableDatastore(datastore, () => left-- > 0)
      const dying = await openLists(killed)
      void dying.lists.refresh('a', async () => textSource(text.replace(RULE, OTHER), '"2"'), signal)
      await expect.poll(() => left, { timeout: 60_000 }).toBeLessThan(0)
      const opened = await openLists(datastore)
      expect([isBlocked(opened, RULE), isBlocked(opened, OTHER)]).toEqual([true, false])
    }

    // The next complete change deletes what the kills have left.
    const opened = await openLists(datastore)
    await opened.lists.refresh('a', async () => textSource(text.replace(RULE, OTHER), '"3"'), signal)
    expect(isBlocked(opened, OTHER)).toBe(true)
    expect(await rowCount(datastore)).toBe(rows)
  })
})

it('finds the text of each line, also across rows', async () => {
  const lines = Array.from({ length: 40_000 }, (_, i) => `${RULE}/${i % 7 === 0 ? 'x'.repeat(i % 900) : i}`)
  const { lists } = await withList(lines.join('\n'))

  for (let line = 1; line <= lines.length; line += 1237) {
    expect(await lists.ruleText('a', line)).toBe(lines[line - 1])
  }

  expect(await lists.ruleText('a', lines.length)).toBe(lines.at(-1))
})

it('refuses names that are no names', async () => {
  const { lists } = await openLists()
  await expect(lists.put('../a', { kind: 'upload' }, textSource(RULE), options)).rejects.toThrow('the name of a list')
})

it('keeps 32 bytes of a rule in memory, and its text on disk', async () => {
  const { lists } = await openLists()
  const count = 46_000
  const row = await lists.put(
    'a',
    { kind: 'upload' },
    textSource(
      Array.from({ length: count }, (_, i) => `//${i.toString(16).padStart(64, '0')}\n`).join('')
    ),
    options
  )
  expect(row).toMatchObject({ records: count, facts: { rules: count, bytes: count * 67 } })
  expect(lists.byteLength).toBeLessThan(count * 48)
})
