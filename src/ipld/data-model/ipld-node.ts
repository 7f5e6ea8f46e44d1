import type { CID } from 'multiformats/cid'

/**
 * A lossless value of the IPLD data model. An int is a bigint and a float is a number, since `1` and `1.0` are two
 * values in dag-cbor. A map keeps the order of its keys, including keys that look like numbers. Strings are those of
 * `decodeUtf8`, so that invalid UTF-8 survives a round trip.
 */
export type IpldNode = null | boolean | bigint | number | string | Uint8Array | CID | IpldNode[] | IpldMap

/**
 * A map. The value `undefined` is a schema field that the block omits; the encoders write it as null, as go-ipld-prime
 * does.
 */
export type IpldMap = Map<string, IpldNode | undefined>

/** The kinds of the data model, named as in go-ipld-prime's errors. */
export type NodeKind = 'map' | 'list' | 'bytes' | 'link' | 'string' | 'int' | 'float' | 'bool' | 'null'

/** Returns the kind of a node. The kind of undefined is null, since the encoders write it as null. */
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

/** A map that remembers the schema type by which it was read. The git encoder selects the object type by it. */
export class IpldStruct extends Map<string, IpldNode | undefined> {
  readonly typeName: string

  constructor (typeName: string, entries: Iterable<readonly [string, IpldNode | undefined]>) {
    super(entries)
    this.typeName = typeName
  }
}
