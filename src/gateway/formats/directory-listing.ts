import { settledWithin } from '../../async/promises/settled-within.ts'
import { dagSize } from '../../unixfs/format/unixfs-node.ts'
import type { DirectoryNode, UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import type { DirectoryEntry } from '../../unixfs/read/directory/list-directory.ts'
import { listingPage } from '../html/listing/listing-page.ts'
import type { ListingTools } from '../html/listing/listing-tools.ts'
import { MAX_NAME_CHARS } from '../html/listing/listing-tools.ts'
import { ENTRY_KINDS, entryKind } from '../html/page/entry-kind.ts'
import type { EntryKind } from '../html/page/entry-kind.ts'
import { pageOrigin } from '../html/page/page-origin.ts'
import type { Resolved } from '../request/request.ts'
import { queryParam } from '../request/request.ts'

/**
 * Maximum entries of a sharded directory that are sorted before the page begins. A larger one is listed in stored
 * order.
 */
const SORTED_AT_ONCE = 2_000

/** Maximum entries of a plain directory that are sorted; they are in memory already. */
const PLAIN_SORTED_AT_ONCE = 20_000

/** Maximum entries that are sorted if the user requests an order. Later ones follow unsorted. */
const MAX_SORTED = 200_000

/** Maximum blocks that are read to distinguish directories from files. */
const MAX_LOOKS = 500

/** Entries that are classified together: few at first, so that the page appears soon. */
const FIRST_LOOKS = 32
const LOOKS = 256

/**
 * Size of the first chunk, small so that the page appears soon, and of the others. Sending each row alone would cost
 * more than the row itself.
 */
const FIRST_CHUNK_CHARS = 16 * 1024
const CHUNK_CHARS = 64 * 1024

/**
 * Time after which the page of a large directory begins without its first entry. A later read error breaks the stream
 * and has no status.
 */
const SEEN_WITHIN_MS = 50

/** Links of a root shard from which a directory counts as large: it has some thousand entries. */
const LARGE_SHARD_LINKS = 200

/**
 * Renders the page of a directory row by row. It starts with the first entries, and its memory use does not grow with
 * the directory.
 */
export async function* directoryListing (rq: Resolved, directory: DirectoryNode): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const { contentPath, sentPath, target: { cid }, backend, life } = rq
  const options = listingOptions(rq)
  const { head, row, nothing, foot } = listingPage({
    path: contentPath.text,
    urlPath: sentPath,
    origin: pageOrigin(rq, contentPath.text),
    cid,
    dagSize: dagSize(directory),
    options
  })
  let room = FIRST_CHUNK_CHARS
  let empty = true
  let text = head

  const entries = withKinds(
    inOrder(filterByName(backend.list(directory, life), options.name), directory, options),
    rq,
    options.kind == null ? MAX_LOOKS : Infinity
  )

  try {
    let next = entries.next()

    // Show the page of a large directory immediately, and its entries later.
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

/** Yields the entries that have a text in their names, ignoring case and Unicode normalization. */
async function* filterByName (entries: AsyncGenerator<DirectoryEntry>, text: string): AsyncGenerator<DirectoryEntry> {
  const part = foldCase(text)

  for await (const entry of entries) {
    if (part === '' || foldCase(entry.name).includes(part)) {
      yield entry
    }
  }
}

function foldCase (text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function isLarge ({ sharded, node }: DirectoryNode): boolean {
  return node.links.length >= (sharded ? LARGE_SHARD_LINKS : SORTED_AT_ONCE)
}

/**
 * Yields entries with their kinds, in batches.
 *
 * @param looks - maximum number of local blocks that are read to find unknown kinds
 */
async function* withKinds (
  entries: AsyncGenerator<DirectoryEntry>,
  { backend, life }: Resolved,
  looks: number
): AsyncGenerator<Array<[DirectoryEntry, EntryKind | undefined]>> {
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
    // The earlier entries are known.
    yield await looked()
    throw err
  }

  yield await looked()
}

function shownKind (kind: UnixfsNode['kind'] | undefined): EntryKind | undefined {
  if (kind == null) {
    return undefined
  }

  return kind === 'directory' ? 'folder' : 'file'
}

function inOrder (
  entries: AsyncGenerator<DirectoryEntry>,
  { sharded, node }: DirectoryNode,
  { sort, descending }: ListingTools
): AsyncGenerator<DirectoryEntry> {
  const sign = descending ? -1 : 1
  const compare = (a: DirectoryEntry, b: DirectoryEntry): number =>
    sign * ((sort === 'size' ? Number(BigInt(a.tsize) - BigInt(b.tsize)) : 0) || naturalOrder(a.name, b.name))

  if (sort != null) {
    return sortedStart(entries, MAX_SORTED, compare)
  }

  if (!sharded) {
    return node.links.length > PLAIN_SORTED_AT_ONCE ? entries : sortedStart(entries, PLAIN_SORTED_AT_ONCE, compare)
  }

  return sortedStart(entries, SORTED_AT_ONCE, compare)
}

/** Sorts the first `most` entries. Further ones follow in stored order. */
async function* sortedStart (
  entries: AsyncGenerator<DirectoryEntry>,
  most: number,
  compare: (a: DirectoryEntry, b: DirectoryEntry) => number
): AsyncGenerator<DirectoryEntry> {
  const start: DirectoryEntry[] = []
  let next = await entries.next()

  try {
    for (; next.done !== true && start.length < most; next = await entries.next()) {
      start.push(next.value)
    }

    yield* start.sort(compare)

    for (; next.done !== true; next = await entries.next()) {
      yield next.value
    }
  } finally {
    await entries.return(undefined)
  }
}

const collator = new Intl.Collator('en', { numeric: true })

/**
 * Compares names in natural order: `file 2` before `file 10`, ignoring case. Names that are equal in that order are
 * compared by code unit.
 */
function naturalOrder (a: string, b: string): number {
  return collator.compare(a, b) || Number(a > b) - Number(a < b)
}

/**
 * Reads the options of a listing from the query: `?sort=name`, `?sort=-size`, `?kind=picture`, `?name=part`. Ignores
 * invalid values.
 */
function listingOptions (rq: Pick<Resolved, 'query'>): ListingTools {
  const [, minus, sort] = /^(-?)(name|size)$/.exec(queryParam(rq, 'sort')) ?? []
  return {
    sort: sort as ListingTools['sort'],
    descending: minus === '-',
    kind: ENTRY_KINDS.find((kind) => kind === queryParam(rq, 'kind')),
    name: queryParam(rq, 'name').slice(0, MAX_NAME_CHARS)
  }
}
