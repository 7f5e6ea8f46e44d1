import { CID } from 'multiformats/cid'
import { LookupError } from './lookup-errors.ts'

/** Kinds of the IPLD data model. */
export type Kind = 'map' | 'list' | 'bytes' | 'link' | 'string' | 'int' | 'float' | 'bool' | 'null'

/** The kind of a value as `decodeNode` gives it. A float without a fraction cannot be told from an integer and counts as one. */
export function kindOf (value: unknown): Kind {
  switch (typeof value) {
    case 'string': return 'string'
    case 'boolean': return 'bool'
    case 'bigint': return 'int'
    case 'number': return Number.isInteger(value) ? 'int' : 'float'
    default:
  }

  if (value == null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Uint8Array) return 'bytes'
  return CID.asCID(value) == null ? 'map' : 'link'
}

const MAX_INT64 = 2n ** 63n - 1n

/**
 * The member of a map or the item of a list (go-ipld-prime `LookupBySegment`).
 *
 * @param typeNames - names of the Go types that stand in the errors, for values of a schema
 * @throws LookupError
 */
export function lookupSegment (value: unknown, segment: string, typeNames: Partial<Record<Kind, string>> = {}): unknown {
  const kind = kindOf(value)

  switch (kind) {
    case 'map':
      if (!Object.hasOwn(value as object, segment)) {
        throw LookupError.missing(segment)
      }
      return (value as Record<string, unknown>)[segment]

    case 'list':
      return lookupItem(value as unknown[], segment, typeNames.list)

    default:
      throw LookupError.wrongKind(typeNames[kind] ?? kind, kind)
  }
}

function lookupItem (list: unknown[], segment: string, typeName: string | undefined): unknown {
  if (!/^[+-]?\d+$/.test(segment)) {
    throw LookupError.badIndex(segment, typeName, 'invalid syntax')
  }

  const index = BigInt(segment.replace('+', ''))

  if (index > MAX_INT64 || index < -MAX_INT64 - 1n) {
    throw LookupError.badIndex(segment, typeName, 'value out of range')
  }

  if (index < 0n || index >= list.length) {
    // go-ipld-prime holds negative indexes for the empty segment
    throw LookupError.missing(index < 0n ? '' : index.toString())
  }

  return list[Number(index)]
}
