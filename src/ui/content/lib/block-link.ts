/** A link from a block to another one. */
export interface BlockLink {
  /** name in a directory, or path in a value; empty if there is none */
  name: string
  cid: string
  /** total bytes of the linked DAG according to the block; undefined if unknown */
  size?: number
}

interface PbLink {
  Hash: { '/': string }
  Name?: string
  Tsize?: number
}

/**
 * Returns the links of a decoded block, in its order.
 *
 * @param value - answer of `dag/get` (dag-json), for codec `dag-pb` or another one
 */
export function blockLinks (value: unknown, codec: string): BlockLink[] {
  if (codec === 'dag-pb') {
    return ((value as { Links?: PbLink[] }).Links ?? []).map(({ Hash, Name = '', Tsize }) => ({
      name: Name,
      cid: Hash['/'],
      size: Tsize
    }))
  }

  const links: BlockLink[] = []
  walk(value, '', links)
  return links
}

/**
 * Walks dag-json: a link is an object with a slash as its only key, and bytes are an object inside such an object
 * (https://ipld.io/specs/codecs/dag-json/spec/).
 */
function walk (value: unknown, way: string, links: BlockLink[]): void {
  if (typeof value !== 'object' || value == null) {
    return
  }

  const slash = (value as { '/'?: unknown })['/']

  if (typeof slash === 'string') {
    links.push({ name: way, cid: slash })
  } else if (slash == null || Object.keys(value).length > 1) {
    for (const [key, below] of Object.entries(value)) {
      walk(below, way === '' ? key : `${way}/${key}`, links)
    }
  }
}
