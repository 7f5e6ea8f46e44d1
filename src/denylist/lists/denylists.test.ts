import { MemoryDatastore } from 'datastore-core'
import { describe, expect, it } from 'vitest'
import { parsePath } from '../../path/content-path.ts'
import { DENYLIST_VECTORS, VECTOR_LIST } from '../../testing/denylist-vectors.ts'
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
