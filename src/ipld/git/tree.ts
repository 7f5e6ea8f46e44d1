import type { CID } from 'multiformats/cid'
import type { ByteSink } from '../../bytes/byte-sink.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import type { IpldMap, IpldNode } from '../data-model/ipld-node.ts'
import { IpldStruct } from '../data-model/ipld-node.ts'
import { NodeError } from '../data-model/kind-errors.ts'
import { requireKind } from '../data-model/schema.ts'
import type { LineReader } from './line-reader.ts'
import { linkSha, shaLink } from './sha-link.ts'

const SPACE = 0x20
const NUL = 0
const SHA_BYTES = 20

/** The type name that distinguishes trees from commits on encoding, since both are maps. */
export const TREE = 'ipldgit.Tree'

/** Reads a tree after its type and size (go-ipld-git `tree.go`). */
export function decodeTree (reader: LineReader): IpldNode {
  const entries = new IpldStruct(TREE, [])

  while (!reader.atEnd) {
    const mode = reader.until(SPACE)
    const name = reader.until(NUL)
    const hash = shaLink(reader.take(SHA_BYTES))

    if (entries.has(name)) {
      throw NodeError.repeatedKey(name)
    }

    entries.set(name, new IpldStruct('ipldgit.TreeEntry', [['mode', mode], ['hash', hash]]))
  }

  return entries
}

/** Writes the tree object without its header. */
export function encodeTree (tree: IpldMap, sink: ByteSink): void {
  for (const [name, entry] of tree) {
    const fields = requireKind<IpldMap>(entry, 'map', 'LookupByString')
    const mode = requireKind<string>(fields.get('mode'), 'string', 'AsString')
    const hash = requireKind<CID>(fields.get('hash'), 'link', 'AsLink')
    sink.bytes(encodeUtf8(`${mode} ${name}\0`))
    sink.bytes(linkSha(hash))
  }
}
