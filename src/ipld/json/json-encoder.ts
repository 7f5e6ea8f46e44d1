import type { CID } from 'multiformats/cid'
import type { ByteSink } from '../../bytes/byte-sink.ts'
import { encodeBase64 } from './base64.ts'
import type { IpldMap, IpldNode } from '../ipld-node.ts'
import { compareUtf8 } from '../../go/utf8.ts'

export interface JsonEncodeOptions {
  /** write links and bytes in the forms of dag-json; an error otherwise */
  special: boolean
  /** keys in the order of their bytes */
  sortKeys: boolean
  /** a line for every item, indented by tabs */
  pretty: boolean
}

const encoder = new TextEncoder()

/** Writes a value as JSON (go-ipld-prime `codec/dagjson/marshal.go` over refmt). What was written before an error stays in the sink. */
export function encodeJson (node: IpldNode, sink: ByteSink, options: JsonEncodeOptions): void {
  const writer = new JsonWriter(options)

  try {
    writer.value(node)

    if (options.pretty && (node instanceof Map || Array.isArray(node))) {
      writer.text += '\n'
    }
  } finally {
    sink.bytes(encoder.encode(writer.text))
  }
}

class JsonWriter {
  readonly #options: JsonEncodeOptions
  #depth = 0
  /** goes before the next text: an item that cannot be written leaves no comma and no line, but for a float, which refmt itself refuses, behind them */
  #before = ''
  text = ''

  constructor (options: JsonEncodeOptions) {
    this.#options = options
  }

  value (node: IpldNode | undefined): void {
    switch (typeof node) {
      case 'string': this.#put(quote(node)); return
      case 'boolean': this.#put(String(node)); return
      case 'bigint': this.#put(int(node)); return
      case 'number':
        this.#put('')
        this.#put(float(node))
        return
      default:
    }

    if (node == null) {
      this.#put('null')
    } else if (node instanceof Map) {
      this.#map(node)
    } else if (Array.isArray(node)) {
      this.#items('[', ']', node, (item) => { this.value(item) })
    } else if (node instanceof Uint8Array) {
      this.#bytes(node)
    } else {
      this.#link(node)
    }
  }

  #map (map: IpldMap): void {
    const { sortKeys, pretty } = this.#options
    const entries = [...map]

    if (sortKeys) {
      entries.sort(([a], [b]) => compareUtf8(a, b))
    }

    this.#items('{', '}', entries, ([key, value]) => {
      this.#put(`${quote(key)}:${pretty ? ' ' : ''}`)
      this.value(value)
    })
  }

  #items<T> (open: string, close: string, items: readonly T[], write: (item: T) => void): void {
    this.#put(open)
    this.#depth++

    for (const [i, item] of items.entries()) {
      this.#before = (i > 0 ? ',' : '') + this.#newLine()
      write(item)
    }

    this.#depth--

    this.#put((items.length > 0 ? this.#newLine() : '') + close)
  }

  #newLine (): string {
    return this.#options.pretty ? `\n${'\t'.repeat(this.#depth)}` : ''
  }

  #put (text: string): void {
    this.text += this.#before + text
    this.#before = ''
  }

  #bytes (bytes: Uint8Array): void {
    if (!this.#options.special) {
      throw new Error('cannot marshal IPLD bytes to this codec')
    }

    this.#put(`{"/":{"bytes":"${encodeBase64(bytes)}"}}`)
  }

  #link (cid: CID): void {
    if (!this.#options.special) {
      throw new Error('cannot marshal IPLD links to this codec')
    }

    this.#put(`{"/":"${cid.toString()}"}`)
  }
}

const MAX_INT64 = 2n ** 63n - 1n

function int (value: bigint): string {
  if (value > MAX_INT64) {
    throw new Error('unsigned integer out of range of int64 type')
  }

  return value.toString()
}

/** As ECMAScript writes numbers, which refmt follows, except for the sign of zero. */
function float (value: number): string {
  if (!Number.isFinite(value)) {
    throw new Error(`unsupported value: ${Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'}`)
  }

  return Object.is(value, -0) ? '-0' : String(value)
}

/** Escapes of `JSON.stringify`, and the two line ends that refmt escapes besides. */
const ESCAPES = /\\(?:u[0-9a-f]{4}|.)|[\u2028\u2029]/g
const DIFFERENT: Record<string, string> = { '\\b': '\\u0008', '\\f': '\\u000c', '\u2028': '\\u2028', '\u2029': '\\u2029' }

function quote (text: string): string {
  return JSON.stringify(text).replace(ESCAPES, escape)
}

/** Bytes that are no UTF-8 (lone surrogates here) are written as an escaped U+FFFD. */
function escape (found: string): string {
  return DIFFERENT[found] ?? (found.startsWith('\\ud') ? '\\ufffd' : found)
}
