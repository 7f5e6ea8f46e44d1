import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { CidSet } from '../../cid/sets/cid-set.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { linksOf, mayHaveLinks } from '../../ipld/registry/links.ts'
import { fetchDag } from './fetch-dag.ts'

export interface FetchOptions {
  blocks: BlockReader
  signal: AbortSignal
}

/**
 * Ensures that all blocks below `to` are here, assuming that all blocks below `from` are, so that shared branches cost
 * nothing (boxo `merkledag/dagutils`, `DiffEnumerate`). Removed links are compared with the links that replace them.
 *
 * @throws the errors of the reader, prefixed with the CID as in boxo
 */
export async function fetchDifference (from: CID, to: CID, options: FetchOptions): Promise<void> {
  const here = new CidSet()
  const pairs: Array<[old: CID, changed: CID]> = [[from, to]]

  for (let pair = pairs.pop(); pair != null; pair = pairs.pop()) {
    const [old, changed] = pair

    if (!here.add(changed)) {
      continue
    }

    const before = await linksAt(old, options)
    const after = await linksAt(changed, options)
    const { replaced, added } = compareLinks(before, after)
    replaced.forEach(([gone]) => here.add(gone))
    pairs.push(...replaced.filter(([, came]) => !here.has(came)))

    await fetchDag(added, { ...options, visited: here })
  }
}

async function linksAt (cid: CID, options: FetchOptions): Promise<CID[]> {
  try {
    if (mayHaveLinks(cid)) {
      return linksOf(cid, await options.blocks.get(cid, options))
    }

    await options.blocks.size(cid, options)
    return []
  } catch (err) {
    throw new Error(`get ${cid.toString()}: ${errorMessage(err)}`, { cause: err })
  }
}

/**
 * Pairs links that only `before` has with links that only `after` has, in order. The remaining links of `after` were
 * added.
 */
function compareLinks (before: CID[], after: CID[]): { replaced: Array<[gone: CID, came: CID]>; added: CID[] } {
  const had = new CidSet({ versions: true })
  const has = new CidSet({ versions: true })
  before.forEach((cid) => had.add(cid))
  after.forEach((cid) => has.add(cid))

  const gone = before.filter((cid) => !has.has(cid))
  const came = after.filter((cid) => !had.has(cid))
  const paired = Math.min(gone.length, came.length)

  return {
    replaced: came.slice(0, paired).map((cid, i) => [gone[i], cid]),
    added: came.slice(paired)
  }
}
