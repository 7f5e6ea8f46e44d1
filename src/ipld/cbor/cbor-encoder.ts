import type { CID } from 'multiformats/cid'
import type { ByteSink } from '../../bytes/byte-sink.ts'
import type { IpldMap, IpldNode } from '../ipld-node.ts'
import { compareUtf8, encodeUtf8 } from '../../go/utf8.ts'

export interface CborEncodeOptions {
  /** write links as tag 42; an error otherwise */
  links: boolean
  /** write the keys of maps in the order of dag-cbor: the shorter first, then by their bytes */
  sortKeys: boolean
}

const LINK_TAG = 42
const MAJOR = { uint: 0x00, negative: 0x20, bytes: 0x40, string: 0x60, list: 0x80, map: 0xa0, tag: 0xc0 } as const

/** Writes a value as CBOR: integers as short as they go, floats always with 64 bits (go-ipld-prime `codec/dagcbor/marshal.go`). */
export function encodeCbor (node: IpldNode | undefined, sink: ByteSink, options: CborEncodeOptions): void {
  switch (typeof node) {
    case 'string': writeBytes(sink, MAJOR.string, encodeUtf8(node)); return
    case 'boolean': sink.byte(node ? 0xf5 : 0xf4); return
    case 'bigint': writeInt(sink, node); return
    case 'number': sink.byte(0xfb); sink.float64(node); return
    default:
  }

  if (node == null) {
    sink.byte(0xf6)
  } else if (node instanceof Map) {
    writeMap(node, sink, options)
  } else if (Array.isArray(node)) {
    writeHead(sink, MAJOR.list, node.length)
    node.forEach((item) => { encodeCbor(item, sink, options) })
  } else if (node instanceof Uint8Array) {
    writeBytes(sink, MAJOR.bytes, node)
  } else {
    writeLink(node, sink, options)
  }
}

function writeMap (map: IpldMap, sink: ByteSink, options: CborEncodeOptions): void {
  writeHead(sink, MAJOR.map, map.size)
  const entries = [...map]

  if (options.sortKeys) {
    entries.sort(([a], [b]) => encodeUtf8(a).length - encodeUtf8(b).length || compareUtf8(a, b))
  }

  for (const [key, value] of entries) {
    writeBytes(sink, MAJOR.string, encodeUtf8(key))
    encodeCbor(value, sink, options)
  }
}

function writeLink (cid: CID, sink: ByteSink, { links }: CborEncodeOptions): void {
  if (!links) {
    throw new Error('cannot Marshal ipld links to CBOR')
  }

  writeHead(sink, MAJOR.tag, LINK_TAG)
  writeHead(sink, MAJOR.bytes, cid.bytes.length + 1)
  sink.byte(0)
  sink.bytes(cid.bytes)
}

function writeInt (sink: ByteSink, value: bigint): void {
  writeHead(sink, value < 0n ? MAJOR.negative : MAJOR.uint, value < 0n ? -1n - value : value)
}

function writeBytes (sink: ByteSink, major: number, bytes: Uint8Array): void {
  writeHead(sink, major, bytes.length)
  sink.bytes(bytes)
}

function writeHead (sink: ByteSink, major: number, value: number | bigint): void {
  if (value < 24) {
    sink.byte(major + Number(value))
  } else if (value <= 0xff) {
    sink.byte(major + 24)
    sink.byte(Number(value))
  } else if (value <= 0xffff) {
    sink.byte(major + 25)
    sink.uint16(Number(value))
  } else if (value <= 0xffffffff) {
    sink.byte(major + 26)
    sink.uint32(Number(value))
  } else {
    sink.byte(major + 27)
    sink.uint64(BigInt(value))
  }
}
