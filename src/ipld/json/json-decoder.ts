import { parseCid } from '../../cid/text/parse-cid.ts'
import { isError } from '../../errors/define-error.ts'
import { EofError, unexpectedEof } from '../../go/text/eof-error.ts'
import { MAX_OPEN } from '../data-model/codec.ts'
import type { IpldMap, IpldNode } from '../data-model/ipld-node.ts'
import { NodeError } from '../data-model/kind-errors.ts'
import { NodeDecoder } from '../data-model/node-decoder.ts'
import type { OpenNode } from '../data-model/node-decoder.ts'
import { decodeGoBase64 } from './base64.ts'
import { byteName, JsonTokens } from './json-tokens.ts'
import type { JsonToken } from './json-tokens.ts'

const COMMA = 0x2c
const COLON = 0x3a
const MAP_CLOSE = 0x7d
const LIST_CLOSE = 0x5d

/**
 * Decodes one JSON value that fills the bytes (go-ipld-prime `codec/dagjson`).
 *
 * This decoder replaces the package @ipld/dag-json, which differs from Kubo in both directions. The package is stricter
 * about key order, white space and number forms. It is also looser: it does not distinguish integers from floats.
 *
 * @param special - whether `{"/": "CID"}` is a link and `{"/": {"bytes": "base64"}}` is bytes (dag-json), or both are
 *   plain maps (json)
 */
export function decodeJson (bytes: Uint8Array, special: boolean): IpldNode {
  const tokens = new JsonTokens(bytes)
  const node = new JsonDecoder(tokens, special).document()
  tokens.end()
  return node
}

interface Open extends OpenNode {
  /** whether no item was begun yet */
  isEmpty: boolean
}

class JsonDecoder extends NodeDecoder<JsonToken, Open> {
  readonly #tokens: JsonTokens
  readonly #special: boolean

  constructor (tokens: JsonTokens, special: boolean) {
    super()
    this.#tokens = tokens
    this.#special = special
  }

  /** Reads a value; only the length of the input limits its depth. */
  document (): IpldNode {
    return this.read(this.#first())
  }

  protected override begin (token: JsonToken, open: Open[]): IpldNode | undefined {
    switch (token.type) {
      case 'map open':
      case 'array open':
        if (open.length === MAX_OPEN) {
          throw new Error('json is nested too deep')
        }

        open.push({ node: token.type === 'map open' ? new Map() : [], isEmpty: true, key: '' })
        return undefined
      case 'null':
        return null
      case 'bool':
      case 'int':
      case 'float':
      case 'string':
        return token.value
      default:
        throw new Error(`unexpected ${token.type} token`)
    }
  }

  protected override closed (node: Open['node']): IpldNode {
    return this.#special && node instanceof Map && node.size === 1 ? linkOrBytes(node) : node
  }

  #first (): JsonToken {
    try {
      return this.#tokens.scalar(this.#tokens.significant(), 'value')
    } catch (err) {
      throw isError(err, EofError) ? unexpectedEof() : err
    }
  }

  protected override next (open: Open): JsonToken | undefined {
    const { node, isEmpty } = open
    open.isEmpty = false

    if (!(node instanceof Map)) {
      const byte = this.#item(LIST_CLOSE, 'array close after array value', isEmpty)
      return byte === LIST_CLOSE ? undefined : this.#tokens.scalar(byte, 'value')
    }

    const byte = this.#item(MAP_CLOSE, 'map close after map value', isEmpty)

    if (byte === MAP_CLOSE) {
      return undefined
    }

    const key = this.#tokens.scalar(byte, 'key')
    this.#colon()

    if (key.type !== 'string') {
      throw new Error(`unexpected ${key.type} token while expecting map key`)
    }

    if (node.has(key.value)) {
      throw NodeError.repeatedKey(key.value)
    }

    open.key = key.value
    return this.#tokens.scalar(this.#tokens.significant(), 'value')
  }

  /** Returns the first byte of the next item, or the closing bracket. Accepts a trailing comma, as refmt does. */
  #item (close: number, expected: string, first: boolean): number {
    const byte = this.#tokens.significant()

    if (first || byte === close) {
      return byte
    }

    if (byte !== COMMA) {
      throw new Error(`expected comma or ${expected}; got ${byteName(byte)}`)
    }

    return this.#tokens.significant()
  }

  #colon (): void {
    const byte = this.#tokens.significant()

    if (byte !== COLON) {
      throw new Error(`expected colon after map key; got ${byteName(byte)}`)
    }
  }
}

/** Converts a map in one of the two reserved forms of dag-json (ipld.io/specs/codecs/dag-json) to a link or bytes. */
function linkOrBytes (map: IpldMap): IpldNode {
  const value = map.get('/')

  if (typeof value === 'string') {
    return parseCid(value)
  }

  if (value instanceof Map && value.size === 1) {
    const base64 = value.get('bytes')
    return typeof base64 === 'string' ? decodeGoBase64(base64) : map
  }

  return map
}
