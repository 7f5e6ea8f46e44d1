import type { CID } from 'multiformats/cid'
import { castCid } from '../../cid/parse-cid.ts'
import { CborTokens } from './cbor-tokens.ts'
import type { CborToken } from './cbor-tokens.ts'
import { unexpectedEof } from '../../go/eof-error.ts'
import type { IpldMap, IpldNode } from '../ipld-node.ts'
import { NodeError } from '../kind-errors.ts'
import { MAX_DEPTH } from '../limits.ts'

const LINK_TAG = 42n
/** What a block may demand in all, counted as go-ipld-prime does (`codec/dagcbor/unmarshal.go`): items, entries, bytes of strings. */
const BUDGET = 1048576 * 10
const MAP_ENTRY_COST = 8
const LIST_ENTRY_COST = 4

/**
 * Decodes one CBOR value that fills the bytes (go-ipld-prime `codec/dagcbor`).
 *
 * Our own because package @ipld/dag-cbor is stricter (one form of every number) and looser (integers and floats become
 * one JavaScript number, keys that look like numbers change their order) than what Kubo reads and writes again.
 *
 * @param allowLinks - tag 42 is a link (dag-cbor); refused otherwise (cbor)
 */
export function decodeCbor (bytes: Uint8Array, allowLinks: boolean): IpldNode {
  const tokens = new CborTokens(bytes)
  const node = new CborDecoder(tokens, allowLinks).value(0)

  if (!tokens.atEnd) {
    throw new Error('unexpected content after end of cbor object')
  }

  return node
}

/** Decodes the value at the start of the bytes and does not look at what follows, as go-ipld-cbor does. */
export function decodeCborPrefix (bytes: Uint8Array): IpldNode {
  return new CborDecoder(new CborTokens(bytes), true).value(0)
}

class CborDecoder {
  readonly #tokens: CborTokens
  readonly #allowLinks: boolean
  #budget = BUDGET

  constructor (tokens: CborTokens, allowLinks: boolean) {
    this.#tokens = tokens
    this.#allowLinks = allowLinks
  }

  /** A value that must be there: the end of the bytes in its place is unexpected, where in a list or at a key it is a plain EOF. */
  value (depth: number): IpldNode {
    let token: CborToken

    try {
      token = this.#tokens.next()
    } catch (err) {
      throw (err as Error).name === 'EofError' ? unexpectedEof() : err
    }

    return this.#node(token, depth)
  }

  #node (token: CborToken, depth: number): IpldNode {
    switch (token.type) {
      case 'map': return this.#map(token.length, this.#deeper(depth))
      case 'array': return this.#list(token.length, this.#deeper(depth))
      case 'break': throw new Error('Invalid majorByte: 0xff')
      case 'null': return null
      case 'string': this.#spend(token.bytes); return token.value
      case 'bytes': this.#spend(token.value.length); return this.#bytesOrLink(token.value, token.tag)
      default: this.#spend(1); return token.value
    }
  }

  #map (length: number, depth: number): IpldMap {
    const map: IpldMap = new Map()
    this.#spend(Math.max(0, length))

    for (let i = 0; i !== length; i++) {
      const token = this.#tokens.next()

      if (token.type === 'break' && length < 0) {
        break
      }

      if (token.type !== 'string') {
        throw new Error(token.type === 'break' ? 'Invalid majorByte: 0xff' : `unexpected ${TOKEN_NAMES[token.type] ?? token.type} token while expecting map key`)
      }

      this.#spend(token.bytes + MAP_ENTRY_COST)

      if (map.has(token.value)) {
        throw NodeError.repeatedKey(token.value)
      }

      map.set(token.value, this.value(depth))
    }

    return map
  }

  #list (length: number, depth: number): IpldNode[] {
    const list: IpldNode[] = []
    this.#spend(Math.max(0, length))

    for (let i = 0; i !== length; i++) {
      const token = this.#tokens.next()

      if (token.type === 'break' && length < 0) {
        break
      }

      this.#spend(LIST_ENTRY_COST)
      list.push(this.#node(token, depth))
    }

    return list
  }

  #bytesOrLink (bytes: Uint8Array, tag: bigint | undefined): Uint8Array | CID {
    if (tag == null) {
      return bytes
    }

    if (tag !== LINK_TAG || !this.#allowLinks) {
      throw new Error(`unhandled cbor tag ${tag}`)
    }

    if (bytes[0] !== 0) {
      throw new Error('invalid multibase on IPLD link')
    }

    return castCid(bytes.subarray(1))
  }

  #deeper (depth: number): number {
    if (depth >= MAX_DEPTH) {
      throw new Error('cbor is nested too deep')
    }

    return depth + 1
  }

  #spend (cost: number): void {
    this.#budget -= cost

    if (this.#budget < 0) {
      throw new Error('message structure demanded too many resources to process')
    }
  }
}

/** refmt's names of tokens where they are not ours. */
const TOKEN_NAMES: Record<string, string> = { map: 'map open', array: 'array open' }
