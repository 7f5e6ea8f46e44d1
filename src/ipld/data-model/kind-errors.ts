import { defineError } from '../../errors/define-error.ts'
import { goQuote } from '../../go/text/quote.ts'
import type { NodeKind } from './ipld-node.ts'

/**
 * A value that has the wrong kind for the codec or its schema. The messages are go-ipld-prime's (`datamodel/errors.go`,
 * `schema/errors.go`).
 */
export class NodeError extends defineError('NodeError') {
  /**
   * @param method - the method of go-ipld-prime's Node or NodeAssembler
   * @param typeName - the schema type, or the kind itself
   * @param wanted - the kinds for which the method is valid
   */
  static wrongKind (method: string, typeName: string, kind: NodeKind, wanted: string): NodeError {
    return new NodeError(
      `func called on wrong kind: ${
        goQuote(method)
      } called on a ${typeName} node (kind: ${kind}), but only makes sense on ${wanted}`
    )
  }

  static noSuchField (typeName: string, key: string): NodeError {
    return new NodeError(`invalid key for map ${typeName}: ${goQuote(key)}: no such field`)
  }

  static missing (fields: string[]): NodeError {
    return new NodeError(`missing required fields: ${fields.join(',')}`)
  }

  static repeatedKey (key: string): NodeError {
    return new NodeError(`cannot repeat map key ${goQuote(key)}`)
  }
}
