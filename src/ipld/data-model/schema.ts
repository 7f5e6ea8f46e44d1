import type { CID } from 'multiformats/cid'
import type { IpldMap, IpldNode } from './ipld-node.ts'
import { nodeKind } from './ipld-node.ts'
import type { NodeKind } from './ipld-node.ts'
import { NodeError } from './kind-errors.ts'

/** Reads a value by a type of an IPLD schema. */
export type Match<T> = (node: IpldNode | undefined) => T

/** A field of a struct: a reader for its value, and whether it is optional. */
export interface Field<T> {
  match: Match<T>
  optional?: boolean
}

type Fields = Record<string, Field<unknown>>
type Struct<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer T> ? (F[K]['optional'] extends true ? T | undefined : T) :
    never
}

/**
 * Reads the fields of a struct. Checks keys in the order of the map, as go-ipld-prime's generated code does, so that
 * the same error wins if there are several.
 *
 * @param typeName - the type as it appears in errors, for example `dagpb.PBNode`
 * @throws NodeError if the value does not match the schema
 */
export function matchStruct<F extends Fields> (
  typeName: string,
  fields: F,
  noSuchFieldName = typeName
): Match<Struct<F>> {
  return (node) => {
    const values: Record<string, unknown> = {}

    for (const [key, value] of mapOf(node, typeName)) {
      if (!Object.hasOwn(fields, key)) {
        throw NodeError.noSuchField(noSuchFieldName, key)
      }

      if (value !== undefined) {
        values[key] = fields[key].match(value)
      }
    }

    const missing = Object.keys(fields).filter((key) => fields[key].optional !== true && !Object.hasOwn(values, key))

    if (missing.length > 0) {
      throw NodeError.missing(missing)
    }

    return values as Struct<F>
  }
}

export function matchList<T> (typeName: string, item: Match<T>): Match<T[]> {
  return (node) => {
    if (!Array.isArray(node)) {
      throw notAssignable(node, typeName, 'list')
    }

    return node.map((value) => item(value))
  }
}

export function matchBytes (typeName: string): Match<Uint8Array> {
  return matchScalar(typeName, 'bytes', 'AsBytes')
}

export function matchString (typeName: string): Match<string> {
  return matchScalar(typeName, 'string', 'AsString')
}

export function matchInt (typeName: string): Match<bigint> {
  return matchScalar(typeName, 'int', 'AsInt')
}

export function matchLink (typeName: string): Match<CID> {
  return matchScalar(typeName, 'link', 'AsLink')
}

function matchScalar<T extends IpldNode> (typeName: string, kind: NodeKind, method: string): Match<T> {
  return (node) => {
    if (node == null) {
      throw NodeError.wrongKind('AssignNull', typeName, kind, 'null')
    }

    return requireKind<T>(node, kind, method)
  }
}

/**
 * Returns the value if it has this kind (go-ipld-prime's `AsBytes`, `AsString`, …).
 *
 * @throws NodeError for any other kind
 */
export function requireKind<T extends IpldNode> (node: IpldNode | undefined, kind: NodeKind, method: string): T {
  const actual = nodeKind(node)

  if (actual !== kind) {
    throw NodeError.wrongKind(method, actual, actual, kind)
  }

  return node as T
}

function mapOf (node: IpldNode | undefined, typeName: string): IpldMap {
  if (!(node instanceof Map)) {
    throw notAssignable(node, typeName, 'map')
  }

  return node
}

function notAssignable (node: IpldNode | undefined, typeName: string, kind: NodeKind): NodeError {
  return node == null
    ? NodeError.wrongKind('AssignNull', typeName, kind, 'null')
    : NodeError.wrongKind('AssignNode', typeName, nodeKind(node), kind)
}
