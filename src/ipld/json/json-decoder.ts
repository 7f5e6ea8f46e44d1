import { parseCid } from '../../cid/parse-cid.ts'
import { unexpectedEof } from '../../go/eof-error.ts'
import { decodeGoBase64 } from './base64.ts'
import type { IpldMap, IpldNode } from '../ipld-node.ts'
import { byteName, JsonTokens } from './json-tokens.ts'
import type { JsonToken } from './json-tokens.ts'
import { NodeError } from '../kind-errors.ts'
import { MAX_DEPTH } from '../limits.ts'

const COMMA = 0x2c
const COLON = 0x3a
const MAP_CLOSE = 0x7d
const LIST_CLOSE = 0x5d

/**
 * Decodes one JSON value that fills the bytes (go-ipld-prime `codec/dagjson`).
 *
 * Our own because package @ipld/dag-json is stricter (order of keys, white space, forms of numbers) and looser (integers
 * and floats are one) than what Kubo takes in `dag/put` and reads again.
 *
 * @param special - `{"/": "CID"}` is a link and `{"/": {"bytes": "base64"}}` bytes (dag-json); plain maps otherwise (json)
 */
export function decodeJson (bytes: Uint8Array, special: boolean): IpldNode {
  const tokens = new JsonTokens(bytes)
  const node = new JsonDecoder(tokens, special).document()
  tokens.end()
  return node
}

class JsonDecoder {
  readonly #tokens: JsonTokens
  readonly #special: boolean

  constructor (tokens: JsonTokens, special: boolean) {
    this.#tokens = tokens
    this.#special = special
  }

  document (): IpldNode {
    let token: JsonToken

    try {
      token = this.#tokens.scalar(this.#tokens.significant(), 'value')
    } catch (err) {
      throw (err as Error).name === 'EofError' ? unexpectedEof() : err
    }

    return this.#node(token, 0)
  }

  #node (token: JsonToken, depth: number): IpldNode {
    switch (token.type) {
      case 'map open': return this.#map(this.#deeper(depth))
      case 'array open': return this.#list(this.#deeper(depth))
      case 'null': return null
      case 'bool':
      case 'int':
      case 'float':
      case 'string': return token.value
      default: throw new Error(`unexpected ${token.type} token`)
    }
  }

  #map (depth: number): IpldNode {
    const map: IpldMap = new Map()

    for (let byte = this.#item(MAP_CLOSE, 'map close after map value', true); byte !== MAP_CLOSE; byte = this.#item(MAP_CLOSE, 'map close after map value', false)) {
      const key = this.#tokens.scalar(byte, 'key')

      this.#colon()

      if (key.type !== 'string') {
        throw new Error(`unexpected ${key.type} token while expecting map key`)
      }

      if (map.has(key.value)) {
        throw NodeError.repeatedKey(key.value)
      }

      map.set(key.value, this.#node(this.#tokens.scalar(this.#tokens.significant(), 'value'), depth))
    }

    return this.#special && map.size === 1 ? linkOrBytes(map) : map
  }

  #list (depth: number): IpldNode[] {
    const list: IpldNode[] = []

    for (let byte = this.#item(LIST_CLOSE, 'array close after array value', true); byte !== LIST_CLOSE; byte = this.#item(LIST_CLOSE, 'array close after array value', false)) {
      list.push(this.#node(this.#tokens.scalar(byte, 'value'), depth))
    }

    return list
  }

  /** The byte that starts the next item, or closes; a comma before the close is let pass, as refmt does. */
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

  #deeper (depth: number): number {
    if (depth >= MAX_DEPTH) {
      throw new Error('json is nested too deep')
    }

    return depth + 1
  }
}

/** The two forms that dag-json reserves (ipld.io/specs/codecs/dag-json). */
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
