import type { DirectoryEntry } from '../../unixfs/read/list-directory.ts'
import { coalesce } from '../../bytes/coalesce.ts'
import type { DirectoryNode } from '../../unixfs/format/unixfs-node.ts'
import { listingPage } from '../html/listing-page.ts'
import { pageOrigin } from '../html/page-origin.ts'
import type { Resolved } from '../request.ts'

/** Up to so many entries are put in order first; a larger directory is listed as it comes. */
const MAX_SORTED = 20_000

/** The page of a directory, row by row: a directory of any size takes no more memory than `MAX_SORTED` entries. */
export function directoryListing (rq: Resolved, directory: DirectoryNode): AsyncGenerator<Uint8Array> {
  return coalesce(encoded(rows(rq, directory)))
}

async function * rows ({ contentPath, sentPath, gatewayUrl, target: { cid }, backend, life }: Resolved, directory: DirectoryNode): AsyncGenerator<string> {
  const { head, row, nothing, foot } = listingPage({ path: contentPath.text, urlPath: sentPath, origin: pageOrigin(gatewayUrl, contentPath.text), cid, dagSize: dagSize(directory) })
  const entries = backend.list(directory, life)
  let empty = true
  yield head

  for await (const entry of directory.sharded ? sortedStart(entries) : entries) {
    empty = false
    yield row(entry)
  }

  yield empty ? nothing + foot : foot
}

/** Bytes of all blocks below. A sharded directory tells the sum by its shards, too. */
function dagSize ({ node, blockSize }: DirectoryNode): number {
  return node.links.reduce((sum, { tsize = 0 }) => sum + tsize, blockSize)
}

/** Plain directories are in order already; shards are in the order of a hash. */
async function * sortedStart (entries: AsyncGenerator<DirectoryEntry>): AsyncGenerator<DirectoryEntry> {
  const start: DirectoryEntry[] = []
  let next = await entries.next()

  try {
    for (; next.done !== true && start.length < MAX_SORTED; next = await entries.next()) {
      start.push(next.value)
    }

    yield * next.done === true ? start.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0) : start

    for (; next.done !== true; next = await entries.next()) {
      yield next.value
    }
  } finally {
    await entries.return(undefined)
  }
}

async function * encoded (texts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()

  for await (const text of texts) {
    yield encoder.encode(text)
  }
}
