import type { CID } from 'multiformats/cid'

/**
 * A value of the IPLD data model, without loss: an int is a bigint and a float a number (`1` and `1.0` are two values
 * of dag-cbor), and a map keeps the order of its keys, also of those that look like numbers. Strings are those of
 * `decodeUtf8`, so that bytes that are no UTF-8 survive.
 */
export type IpldNode = null | boolean | bigint | number | string | Uint8Array | CID | IpldNode[] | IpldMap

/**
 * `undefined` is a field of a schema that the block leaves out; the encoders write it as null, as go-ipld-prime does.
 */
export type IpldMap = Map<string, IpldNode | undefined>

/** Kinds of the data model, named as in go-ipld-prime's errors. */
export type NodeKind = 'map' | 'list' | 'bytes' | 'link' | 'string' | 'int' | 'float' | 'bool' | 'null'

/** The kind of a node; of undefined it is null, which is what it is written as. */
export function nodeKind (node: IpldNode | undefined): NodeKind {
  switch (typeof node) {
    case 'string':
      return 'string'
    case 'bigint':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    default:
  }

  if (node == null) {
    return 'null'
  }
  if (node instanceof Map) {
    return 'map'
  }
  if (Array.isArray(node)) {
    return 'list'
  }
  return node instanceof Uint8Array ? 'bytes' : 'link'
}

/**
 * A map that was read by a schema and remembers which: git objects are told apart by that when they are written again.
 */
export class IpldStruct extends Map<string, IpldNode | undefined> {
  readonly typeName: string

  constructor (typeName: string, entries: Iterable<readonly [string, IpldNode | undefined]>) {
    super(entries)
    this.typeName = typeName
  }
}
