import { unzlibSync } from 'fflate'
import { ByteSink } from '../../bytes/byte-sink.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { unexpectedEof } from '../../go/text/eof-error.ts'
import { goQuote } from '../../go/text/quote.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import type { Codec } from '../data-model/codec.ts'
import type { IpldMap, IpldNode } from '../data-model/ipld-node.ts'
import { IpldStruct, nodeKind } from '../data-model/ipld-node.ts'
import { decodeCommit, encodeCommit } from './commit.ts'
import { LineReader } from './line-reader.ts'
import { decodeTag, encodeTag } from './tag.ts'
import { decodeTree, encodeTree, TREE } from './tree.ts'

const SPACE = 0x20
const NUL = 0

/** Git objects: blob, tree, commit and tag (go-ipld-git, a built-in plugin of Kubo). A blob keeps its header. */
export const gitRaw: Codec = {
  name: 'git-raw',
  code: CODEC.gitRaw,

  decode (bytes) {
    if (!bytes.includes(SPACE)) {
      throw unexpectedEof()
    }

    const reader = new LineReader(bytes)
    const type = reader.until(SPACE)

    switch (type) {
      case 'blob':
        return decodeBlob(reader)
      case 'tree':
        readSize(reader)
        return decodeTree(reader)
      case 'commit':
        readSize(reader)
        return decodeCommit(reader)
      case 'tag':
        return decodeTag(reader)
      default:
        throw new Error(`unrecognized object type: ${goQuote(type)}`)
    }
  },

  encode (node, sink) {
    if (node instanceof Uint8Array) {
      sink.bytes(node)
    } else if (node instanceof Map) {
      const body = new ByteSink()
      const type = encodeMap(node, body)
      sink.bytes(encodeUtf8(`${type} ${body.length}\0`))
      sink.bytes(body.finish())
    } else {
      throw new Error(`unrecognized object type: ${nodeKind(node)}`)
    }
  }
}

/** Git objects compressed, as stored in a repository. Kubo assigns this code from the private-use range. */
export const gitZlib: Codec = {
  name: 'git-raw (zlib)',
  code: CODEC.gitZlib,

  decode (bytes) {
    if (bytes.length < 2 || (bytes[0] & 0xf) !== 8 || (bytes[0] * 256 + bytes[1]) % 31 !== 0) {
      throw new Error('zlib: invalid header')
    }

    return gitRaw.decode(unzlibSync(bytes))
  }
}

function decodeBlob (reader: LineReader): IpldNode {
  const size = readSize(reader)
  const sink = new ByteSink()
  sink.bytes(encodeUtf8(`blob ${size}\0`))
  sink.bytes(reader.take(size))
  return sink.finish()
}

function readSize (reader: LineReader): number {
  const text = reader.until(NUL)

  if (!/^\+?\d+$/.test(text)) {
    throw new Error(`strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`)
  }

  return Number(text)
}

const TAG_KEYS = ['object', 'type', 'tag', 'tagger', 'text']

/**
 * Encodes a map as a tree, commit or tag. For a map that was not decoded from git, the first key decides between tag
 * and commit, as in go-ipld-git.
 */
function encodeMap (map: IpldMap, body: ByteSink): string {
  const typeName = map instanceof IpldStruct ? map.typeName : undefined

  if (typeName === TREE) {
    encodeTree(map, body)
    return 'tree'
  }

  const [first] = map.keys()

  if (first === undefined) {
    throw new Error('iterator overread')
  }

  const isTag = typeName === 'ipldgit.Tag' || (typeName == null && TAG_KEYS.includes(first))
  body.bytes(encodeUtf8(isTag ? encodeTag(map) : encodeCommit(map)))
  return isTag ? 'tag' : 'commit'
}
