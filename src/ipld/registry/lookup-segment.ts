import { IpldStruct, nodeKind } from '../data-model/ipld-node.ts'
import type { IpldNode, NodeKind } from '../data-model/ipld-node.ts'
import { LookupError } from '../data-model/lookup-errors.ts'

/** The names of Go types, for the errors of values that were read by a schema. */
export type TypeNames = Partial<Record<NodeKind | 'absent', string>>

const MAX_INT64 = 2n ** 63n - 1n

/**
 * Returns the member of a map or the item of a list (go-ipld-prime `LookupBySegment`). An absent struct field is null.
 *
 * @returns undefined if a struct has no such field; boxo reports that as a missing link
 * @throws LookupError if a map has no such key, a list has no such item, or the value is a scalar
 */
export function lookupSegment (
  node: IpldNode | undefined,
  segment: string,
  typeNames: TypeNames = {}
): { value: IpldNode | undefined } | undefined {
  if (node instanceof Map) {
    if (node.has(segment)) {
      return { value: node.get(segment) }
    }

    if (node instanceof IpldStruct) {
      return undefined
    }

    throw LookupError.missing(segment)
  }

  if (Array.isArray(node)) {
    return { value: lookupItem(node, segment, typeNames.list) }
  }

  const kind = nodeKind(node)
  throw LookupError.wrongKind(typeNames[node === undefined ? 'absent' : kind] ?? kind, kind)
}

function lookupItem (list: IpldNode[], segment: string, typeName: string | undefined): IpldNode {
  if (!/^[+-]?\d+$/.test(segment)) {
    throw LookupError.badIndex(segment, typeName, 'invalid syntax')
  }

  const index = BigInt(segment.replace('+', ''))

  if (index > MAX_INT64 || index < -MAX_INT64 - 1n) {
    throw LookupError.badIndex(segment, typeName, 'value out of range')
  }

  if (index < 0n || index >= list.length) {
    // go-ipld-prime uses a negative index for an empty segment
    throw LookupError.missing(index < 0n ? '' : index.toString())
  }

  return list[Number(index)]
}
