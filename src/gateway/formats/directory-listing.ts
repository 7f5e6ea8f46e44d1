import { addUint64 } from '../../bytes/uint64.ts'
import type { Uint64 } from '../../bytes/uint64.ts'
import { settledWithin } from '../../async/settled-within.ts'
import type { DirectoryEntry } from '../../unixfs/read/list-directory.ts'
import type { DirectoryNode, UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { entryKind } from '../html/entry-kind.ts'
import type { EntryKind } from '../html/entry-kind.ts'
import { listingPage } from '../html/listing-page.ts'
import type { ListingTools } from '../html/listing-tools.ts'
import { naturalOrder } from '../html/natural-order.ts'
import { pageOrigin } from '../html/page-origin.ts'
import type { Resolved } from '../request.ts'
import { listingOptions } from './listing-options.ts'

/** So many entries of a sharded directory are put in order before the page begins; a larger one is listed as it comes. */
const SORTED_AT_ONCE = 2_000

/** A plain directory is in memory already. */
const PLAIN_SORTED_AT_ONCE = 20_000

/** Where a person asks for an order, up to so many are put in it; those that follow come as they are. */
const MAX_SORTED = 200_000

/** Blocks that are looked at to tell directories from files. */
const MAX_LOOKS = 500

/** Entries of which that is done together: few first, so that there is soon something to see. */
const FIRST_LOOKS = 32
const LOOKS = 256

/** The first chunk is small, so that there is soon something to see; a turn of the event loop for each row would cost more than the row. */
const FIRST_CHUNK_CHARS = 16 * 1024
const CHUNK_CHARS = 64 * 1024

/** The page of a large directory whose first entry takes longer begins without it. What cannot be read then breaks it off, and has no status. */
const SEEN_WITHIN_MS = 50

/** A root shard of so many links has some thousand entries below it. */
const LARGE_SHARD_LINKS = 200

/** The page of a directory, row by row: it begins with the first entries, and the memory that it takes does not grow with the directory. */
export async function * directoryListing (rq: Resolved, directory: DirectoryNode): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const { contentPath, sentPath, target: { cid }, backend, life } = rq
  const options = listingOptions(rq)
  const { head, row, nothing, foot } = listingPage({ path: contentPath.text, urlPath: sentPath, origin: pageOrigin(rq, contentPath.text), cid, dagSize: dagSize(directory), options })
  let room = FIRST_CHUNK_CHARS
  let empty = true
  let text = head

  const entries = withKinds(inOrder(named(backend.list(directory, life), options.name), directory, options), rq, options.kind == null ? MAX_LOOKS : Infinity)

  try {
    let next = entries.next()

    // of very many the page is seen at once, and then its entries
    if (isLarge(directory) && await settledWithin(next, SEEN_WITHIN_MS) === 'late') {
      yield encoder.encode(text)
      text = ''
    }

    for (let { done, value } = await next; done !== true; { done, value } = await (next = entries.next())) {
      for (const [entry, kind] of value as Array<[DirectoryEntry, EntryKind | undefined]>) {
        if (options.kind == null || options.kind === kind) {
          text += row(entry, kind)
          empty = false
        }

        if (text.length > room) {
          yield encoder.encode(text)
          text = ''
          room = CHUNK_CHARS
        }
      }
    }
  } finally {
    await entries.return(undefined)
  }

  yield encoder.encode(text + (empty ? nothing : '') + foot)
}

/** The entries whose names have a text in them, in whatever case and however its accents are written. */
async function * named (entries: AsyncGenerator<DirectoryEntry>, text: string): AsyncGenerator<DirectoryEntry> {
  const part = folded(text)

  for await (const entry of entries) {
    if (part === '' || folded(entry.name).includes(part)) {
      yield entry
    }
  }
}

function folded (text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function isLarge ({ sharded, node }: DirectoryNode): boolean {
  return node.links.length >= (sharded ? LARGE_SHARD_LINKS : SORTED_AT_ONCE)
}

/** Entries with their kinds, some at a time. @param looks - blocks that are looked at where they have to tell, those that are here, at most */
async function * withKinds (entries: AsyncGenerator<DirectoryEntry>, { backend, life }: Resolved, looks: number): AsyncGenerator<Array<[DirectoryEntry, EntryKind | undefined]>> {
  let window: DirectoryEntry[] = []
  let most = FIRST_LOOKS

  const looked = async (): Promise<Array<[DirectoryEntry, EntryKind | undefined]>> => {
    const taken = window
    const unknown = taken.filter((entry) => entryKind(entry) == null).slice(0, looks)
    const kinds = unknown.length === 0 ? [] : await backend.localKinds(unknown.map(({ cid }) => cid), life)
    const seen = new Map(unknown.map((entry, i) => [entry, kinds[i]]))
    looks -= unknown.length
    window = []
    most = LOOKS
    return taken.map((entry) => [entry, entryKind(entry) ?? shownKind(seen.get(entry))])
  }

  try {
    for await (const entry of entries) {
      if (window.push(entry) === most) {
        yield await looked()
      }
    }
  } catch (err) {
    // those before it are known
    yield await looked()
    throw err
  }

  yield await looked()
}

function shownKind (kind: UnixfsNode['kind'] | undefined): EntryKind | undefined {
  return kind == null ? undefined : kind === 'directory' ? 'folder' : 'file'
}

/** Bytes of all blocks below. A sharded directory tells the sum by its shards, too. */
function dagSize ({ node, blockSize }: DirectoryNode): Uint64 {
  return addUint64(blockSize, node.links.map(({ tsize = 0 }) => tsize))
}

function inOrder (entries: AsyncGenerator<DirectoryEntry>, { sharded, node }: DirectoryNode, { sort, descending }: ListingTools): AsyncGenerator<DirectoryEntry> {
  const sign = descending ? -1 : 1
  const compare = (a: DirectoryEntry, b: DirectoryEntry): number => sign * ((sort === 'size' ? Number(BigInt(a.tsize) - BigInt(b.tsize)) : 0) || naturalOrder(a.name, b.name))

  if (sort != null) {
    return sortedStart(entries, MAX_SORTED, compare)
  }

  if (!sharded) {
    return node.links.length > PLAIN_SORTED_AT_ONCE ? entries : sortedStart(entries, PLAIN_SORTED_AT_ONCE, compare)
  }

  return sortedStart(entries, SORTED_AT_ONCE, compare)
}

/** Puts up to `most` entries in order; more than that come as they are. */
async function * sortedStart (entries: AsyncGenerator<DirectoryEntry>, most: number, compare: (a: DirectoryEntry, b: DirectoryEntry) => number): AsyncGenerator<DirectoryEntry> {
  const start: DirectoryEntry[] = []
  let next = await entries.next()

  try {
    for (; next.done !== true && start.length < most; next = await entries.next()) {
      start.push(next.value)
    }

    yield * start.sort(compare)

    for (; next.done !== true; next = await entries.next()) {
      yield next.value
    }
  } finally {
    await entries.return(undefined)
  }
}
