import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { dagPb } from '../ipld/dag-pb/dag-pb.ts'
import { decodePbNode } from '../ipld/dag-pb/decode-pb-node.ts'

/** A link that only one of two nodes has, or that has another target. */
export type NodeChange =
  | { kind: 'added'; path: string; after: CID }
  | { kind: 'removed'; path: string; before: CID }
  | { kind: 'changed'; path: string; before: CID; after: CID }

interface DiffOptions {
  blocks: BlockReader
  signal: AbortSignal
}

/** The links by name, in the order of the node. If names repeat, the first link counts. */
type Links = Map<string, CID[]>

/**
 * Yields the changes from the first node to the second (boxo `ipld/merkledag/dagutils/diff.go`). Descends if both are
 * dag-pb nodes and one has links, and reads only blocks that differ. Nested changes come first, then removals, then
 * additions.
 *
 * @throws the errors of the reader, and an Error for a block that is not dag-pb
 */
export async function diffNodes (before: CID, after: CID, options: DiffOptions): Promise<NodeChange[]> {
  const changes: NodeChange[] = []
  await collectChanges(before, after, '', changes, options)
  return changes
}

async function collectChanges (
  before: CID,
  after: CID,
  path: string,
  changes: NodeChange[],
  options: DiffOptions
): Promise<void> {
  if (before.equals(after)) {
    return
  }

  const [a, b] = [await linksOf(before, options), await linksOf(after, options)]

  if (a == null || b == null || (a.size === 0 && b.size === 0)) {
    changes.push({ kind: 'changed', path, before, after })
    return
  }

  for (const [name, [cid]] of a) {
    const [other] = b.get(name) ?? []

    if (other != null) {
      await collectChanges(cid, other, joinPath(path, name), changes, options)
    }
  }

  for (const [name, cids] of a) {
    if (!b.has(name)) {
      changes.push(...cids.map((before) => ({ kind: 'removed' as const, path: joinPath(path, name), before })))
    }
  }

  for (const [name, cids] of b) {
    if (!a.has(name)) {
      changes.push(...cids.map((after) => ({ kind: 'added' as const, path: joinPath(path, name), after })))
    }
  }
}

/**
 * Returns the links of a node; undefined for a block of another codec. Reads the block in both cases: a diff with a
 * missing block must fail.
 */
async function linksOf (cid: CID, { blocks, signal }: DiffOptions): Promise<Links | undefined> {
  const bytes = await blocks.get(cid, { signal })

  if (cid.code !== dagPb.code) {
    return undefined
  }

  const links: Links = new Map()

  for (const { name, cid } of decodePbNode(bytes).links) {
    const same = links.get(name)

    if (same == null) {
      links.set(name, [cid])
    } else {
      same.push(cid)
    }
  }

  return links
}

function joinPath (path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path}/${name}`
}
