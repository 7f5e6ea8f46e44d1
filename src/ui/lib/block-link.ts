/** A link of a block to another one. */
export interface BlockLink {
  /** in a directory the name, in a value the way to it; empty where it has none */
  name: string
  cid: string
  /** bytes of all that it leads to, as the block says; undefined where it does not */
  size?: number
}

interface PbLink { Hash: { '/': string }, Name?: string, Tsize?: number }

/** The links of a decoded block, in its order. @param value - as `dag/get` answers it (dag-json), of the codec `dag-pb` or another one */
export function blockLinks (value: unknown, codec: string): BlockLink[] {
  if (codec === 'dag-pb') {
    return ((value as { Links?: PbLink[] }).Links ?? []).map(({ Hash, Name = '', Tsize }) => ({ name: Name, cid: Hash['/'], size: Tsize }))
  }

  const links: BlockLink[] = []
  walk(value, '', links)
  return links
}

/** dag-json: a link is an object whose one key is a slash, bytes are one in such an object (https://ipld.io/specs/codecs/dag-json/spec/). */
function walk (value: unknown, way: string, links: BlockLink[]): void {
  if (typeof value !== 'object' || value == null) {
    return
  }

  const slash = (value as { '/'?: unknown })['/']

  if (typeof slash === 'string') {
    links.push({ name: way, cid: slash })
  } else if (slash == null || Object.keys(value).length > 1) {
    for (const [key, below] of Object.entries(value)) walk(below, way === '' ? key : `${way}/${key}`, links)
  }
}
