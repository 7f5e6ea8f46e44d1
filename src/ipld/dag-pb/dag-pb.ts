import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { compareUtf8, decodeUtf8, encodeUtf8 } from '../../go/text/utf8.ts'
import type { Codec } from '../data-model/codec.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { IpldStruct } from '../data-model/ipld-node.ts'
import { matchBytes, matchInt, matchLink, matchList, matchString, matchStruct } from '../data-model/schema.ts'
import { decodePbNode } from './decode-pb-node.ts'
import { encodePbNode } from './encode-pb-node.ts'
import type { PbLink } from './pb-node.ts'

/** The protobuf tag (field number and wire type) of a node's data. */
const DATA_TAG = 0x0a

/** Protobuf nodes, which UnixFS uses (ipld.io/specs/codecs/dag-pb; go-codec-dagpb). */
export const dagPb: Codec = {
  name: 'dag-pb',
  code: CODEC.dagPb,

  decode (block) {
    const { links, data } = decodePbNode(block)
    const linksEntry = ['Links', links.map(decodeLink)] as const

    if (data == null) {
      return new Map<string, IpldNode>([linksEntry])
    }

    const dataEntry = ['Data', data.slice()] as const
    // keep the order of the block; a block without links gets Links last
    return new Map<string, IpldNode>(block[0] === DATA_TAG ? [dataEntry, linksEntry] : [linksEntry, dataEntry])
  },

  encode (node, sink) {
    const { Links: links, Data: data } = pbNode(node)

    for (const { Hash, Name, Tsize } of links.sort((a, b) => compareUtf8(a.Name ?? '', b.Name ?? ''))) {
      if (Tsize != null && Tsize < 0n) {
        throw new Error(`Link has negative Tsize value [${Tsize}]`)
      }

      sink.bytes(encodePbNode([{ cid: Hash, nameBytes: Name == null ? undefined : encodeUtf8(Name), tsize: Tsize }]))
    }

    if (data != null) {
      sink.bytes(encodePbNode([], {
        length: data.length,
        write: (out, at) => {
          out.set(data, at)
        }
      }))
    }
  }
}

/**
 * Returns the node as go-codec-dagpb's typed form lists it: Links before Data, with omitted fields present as absent.
 */
export function typedPbNode (block: Uint8Array): IpldNode {
  const node = dagPb.decode(block) as Map<string, IpldNode>
  const links = (node.get('Links') as Array<Map<string, IpldNode>>).map((link) =>
    new IpldStruct('dagpb.PBLink', LINK_FIELDS.map((name) => [name, link.get(name)]))
  )
  return new IpldStruct('dagpb.PBNode', [['Links', links], ['Data', node.get('Data')]])
}

const LINK_FIELDS = ['Hash', 'Name', 'Tsize']

const pbLink = matchStruct('dagpb.PBLink', {
  Hash: { match: matchLink('dagpb.Link') },
  Name: { match: matchString('dagpb.String'), optional: true },
  Tsize: { match: matchInt('dagpb.Int'), optional: true }
})

const pbNode = matchStruct('dagpb.PBNode', {
  Links: { match: matchList('dagpb.PBLinks', pbLink) },
  Data: { match: matchBytes('dagpb.Bytes'), optional: true }
})

function decodeLink ({ cid, nameBytes, tsize }: PbLink): IpldNode {
  const fields: Array<[string, IpldNode]> = [['Hash', cid]]

  if (nameBytes != null) {
    fields.push(['Name', decodeUtf8(nameBytes)])
  }

  if (tsize != null) {
    // Go's data model has signed integers
    fields.push(['Tsize', BigInt.asIntN(64, BigInt(tsize))])
  }

  return new Map(fields)
}
