import type { CID } from 'multiformats/cid'
import type { ByteSink } from '../../bytes/byte-sink.ts'
import { compareUtf8, encodeUtf8 } from '../../go/text/utf8.ts'
import type { IpldMap, IpldNode } from '../data-model/ipld-node.ts'

export interface CborEncodeOptions {
  /** whether to write links as tag 42; otherwise links are an error */
  links: boolean
  /** whether to sort map keys as dag-cbor requires: shorter keys first, then by their bytes */
  sortKeys: boolean
}

const LINK_TAG = 42
const MAJOR = { uint: 0x00, negative: 0x20, bytes: 0x40, string: 0x60, list: 0x80, map: 0xa0, tag: 0xc0 } as const

/** A list or map that is being encoded. */
interface Open {
  items: ReadonlyArray<readonly [key: string, value: IpldNode | undefined]> | ReadonlyArray<IpldNode | undefined>
  isMap: boolean
  at: number
}

/**
 * Writes a value as CBOR: integers in their shortest form, floats always with 64 bits (go-ipld-prime
 * `codec/dagcbor/marshal.go`). Open lists and maps are on an explicit stack, so that the call stack does not limit
 * their depth.
 */
export function encodeCbor (node: IpldNode | undefined, sink: ByteSink, options: CborEncodeOptions): void {
  const open: Open[] = []

  for (let value = node;;) {
    const inner = beginNode(value, sink, options)

    if (inner != null) {
      open.push(inner)
    }

    let top = open.at(-1)

    while (top != null && top.at === top.items.length) {
      open.pop()
      top = open.at(-1)
    }

    if (top == null) {
      return
    }

    const item = top.items[top.at++]

    if (top.isMap) {
      const [key, below] = item as readonly [string, IpldNode | undefined]
      writeBytes(sink, MAJOR.string, encodeUtf8(key))
      value = below
    } else {
      value = item as IpldNode | undefined
    }
  }
}

/**
 * Writes a scalar, or the head of a list or map.
 *
 * @returns the opened list or map
 */
function beginNode (node: IpldNode | undefined, sink: ByteSink, options: CborEncodeOptions): Open | undefined {
  switch (typeof node) {
    case 'string':
      writeBytes(sink, MAJOR.string, encodeUtf8(node))
      return undefined
    case 'boolean':
      sink.byte(node ? 0xf5 : 0xf4)
      return undefined
    case 'bigint':
      writeInt(sink, node)
      return undefined
    case 'number':
      sink.byte(0xfb)
      sink.float64(node)
      return undefined
    default:
  }

  if (node == null) {
    sink.byte(0xf6)
  } else if (node instanceof Map) {
    writeHead(sink, MAJOR.map, node.size)
    return { items: entriesOf(node, options), isMap: true, at: 0 }
  } else if (Array.isArray(node)) {
    writeHead(sink, MAJOR.list, node.length)
    return { items: node, isMap: false, at: 0 }
  } else if (node instanceof Uint8Array) {
    writeBytes(sink, MAJOR.bytes, node)
  } else {
    writeLink(node, sink, options)
  }

  return undefined
}

function entriesOf (map: IpldMap, { sortKeys }: CborEncodeOptions): Array<[string, IpldNode | undefined]> {
  const entries = [...map]
  return sortKeys
    ? entries.sort(([a], [b]) => encodeUtf8(a).length - encodeUtf8(b).length || compareUtf8(a, b))
    : entries
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
