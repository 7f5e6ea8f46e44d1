import type { CID } from 'multiformats/cid'
import { castCid } from '../../cid/text/parse-cid.ts'
import { isError } from '../../errors/define-error.ts'
import { EofError, unexpectedEof } from '../../go/text/eof-error.ts'
import { MAX_OPEN } from '../data-model/codec.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { NodeError } from '../data-model/kind-errors.ts'
import { NodeDecoder } from '../data-model/node-decoder.ts'
import type { OpenNode } from '../data-model/node-decoder.ts'
import { CborTokens } from './cbor-tokens.ts'
import type { CborToken } from './cbor-tokens.ts'

const LINK_TAG = 42n
/**
 * The allocation budget of one block, counted as in go-ipld-prime (`codec/dagcbor/unmarshal.go`): items, map entries
 * and bytes of strings.
 */
const BUDGET = 1048576 * 10
const MAP_ENTRY_COST = 8
const LIST_ENTRY_COST = 4

/**
 * Decodes one CBOR value that fills the bytes (go-ipld-prime `codec/dagcbor`).
 *
 * This decoder replaces the package @ipld/dag-cbor, which differs from Kubo in both directions. The package is
 * stricter: it accepts one form of each number only. It is also looser: it merges integers and floats, and reorders
 * keys that look like numbers.
 *
 * @param allowLinks - whether tag 42 is a link (dag-cbor) or an error (cbor)
 */
export function decodeCbor (bytes: Uint8Array, allowLinks: boolean): IpldNode {
  const tokens = new CborTokens(bytes)
  const node = new CborDecoder(tokens, allowLinks).value()

  if (!tokens.atEnd) {
    throw new Error('unexpected content after end of cbor object')
  }

  return node
}

/** Decodes the value at the start of the bytes and ignores trailing bytes, as go-ipld-cbor does. */
export function decodeCborPrefix (bytes: Uint8Array): IpldNode {
  return new CborDecoder(new CborTokens(bytes), true).value()
}

interface Open extends OpenNode {
  /** the number of items; -1 for an indefinite length, which a break ends */
  length: number
  /** the number of items read or begun */
  count: number
}

class CborDecoder extends NodeDecoder<CborToken, Open> {
  readonly #tokens: CborTokens
  readonly #allowLinks: boolean
  #budget = BUDGET

  constructor (tokens: CborTokens, allowLinks: boolean) {
    super()
    this.#tokens = tokens
    this.#allowLinks = allowLinks
  }

  /** Reads a value; only the budget limits its depth. */
  value (): IpldNode {
    return this.read(this.#required())
  }

  /**
   * Reads a value that is required. The end of the bytes is reported as "unexpected EOF" here, but as plain EOF in a
   * list or at a key.
   */
  #required (): CborToken {
    try {
      return this.#tokens.next()
    } catch (err) {
      throw isError(err, EofError) ? unexpectedEof() : err
    }
  }

  protected override begin (token: CborToken, open: Open[]): IpldNode | undefined {
    switch (token.type) {
      case 'map':
      case 'array':
        this.#spend(Math.max(0, token.length))

        if (open.length === MAX_OPEN) {
          throw new Error('cbor is nested too deep')
        }

        open.push({ node: token.type === 'map' ? new Map() : [], length: token.length, count: 0, key: '' })
        return undefined
      case 'break':
        throw new Error('Invalid majorByte: 0xff')
      case 'null':
        return null
      case 'string':
        this.#spend(token.bytes)
        return token.value
      case 'bytes':
        this.#spend(token.value.length)
        return this.#bytesOrLink(token.value, token.tag)
      default:
        this.#spend(1)
        return token.value
    }
  }

  protected override next (open: Open): CborToken | undefined {
    const { node, length } = open

    if (open.count === length) {
      return undefined
    }

    open.count++
    const token = this.#tokens.next()

    if (token.type === 'break' && length < 0) {
      return undefined
    }

    if (!(node instanceof Map)) {
      this.#spend(LIST_ENTRY_COST)
      return token
    }

    if (token.type !== 'string') {
      throw new Error(
        token.type === 'break'
          ? 'Invalid majorByte: 0xff'
          : `unexpected ${TOKEN_NAMES[token.type] ?? token.type} token while expecting map key`
      )
    }

    this.#spend(token.bytes + MAP_ENTRY_COST)

    if (node.has(token.value)) {
      throw NodeError.repeatedKey(token.value)
    }

    open.key = token.value
    return this.#required()
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

  #spend (cost: number): void {
    this.#budget -= cost

    if (this.#budget < 0) {
      throw new Error('message structure demanded too many resources to process')
    }
  }
}

/** refmt's token names that differ from those of `CborToken`. */
const TOKEN_NAMES: Record<string, string> = { map: 'map open', array: 'array open' }
