import { askNode } from '../../client/ask-node.ts'
import { contentLink } from '../../lib/links/content-link.ts'

/** Facts about an item that its link contains, so that its receiver sees them at once. */
export interface ItemFacts {
  kind: 'file' | 'folder'
  sizeBytes: number
  /** media type of a file */
  type?: string
}

/**
 * Reads the kind, size and type of an item, from local blocks.
 *
 * @throws the node's error if the root block is not stored, or is no UnixFS
 */
export async function describeItem (
  { cid, name }: { cid: string; name: string },
  { signal }: { signal: AbortSignal }
): Promise<ItemFacts> {
  const { Type, Size, CumulativeSize } = await askNode<{ Type: string; Size: number; CumulativeSize: number }>(
    'files/stat',
    { args: [`/ipfs/${cid}`], options: { offline: 'true' }, signal }
  )

  if (Type === 'directory') {
    return { kind: 'folder', sizeBytes: CumulativeSize }
  }
  const { headers } = await fetch(contentLink(cid, name), { method: 'HEAD', signal })
  return { kind: 'file', sizeBytes: Size, type: headers.get('Content-Type') ?? undefined }
}
