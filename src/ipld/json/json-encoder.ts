import type { CID } from 'multiformats/cid'
import type { ByteSink } from '../../bytes/byte-sink.ts'
import { compareUtf8 } from '../../go/text/utf8.ts'
import type { IpldMap, IpldNode } from '../data-model/ipld-node.ts'
import { encodeBase64 } from './base64.ts'

export interface JsonEncodeOptions {
  /** whether to write links and bytes in the reserved forms of dag-json; otherwise they are an error */
  special: boolean
  /** whether to sort keys by their bytes */
  sortKeys: boolean
  /** whether to write each item on its own line, indented by tabs */
  pretty: boolean
}

const encoder = new TextEncoder()

/** The number of characters that are UTF-8 encoded in one call. */
const FLUSH_CHARS = 64 * 1024

/**
 * Writes a value as JSON (go-ipld-prime `codec/dagjson/marshal.go`, which uses refmt). After an error, the sink keeps
 * the text written before it.
 */
export function encodeJson (node: IpldNode, sink: ByteSink, options: JsonEncodeOptions): void {
  const writer = new JsonWriter(sink, options)

  try {
    writer.value(node)

    if (options.pretty && (node instanceof Map || Array.isArray(node))) {
      writer.end()
    }
  } finally {
    writer.flush()
  }
}

/** A list or map that is being encoded. */
interface Open {
  items: ReadonlyArray<readonly [key: string, value: IpldNode | undefined]> | ReadonlyArray<IpldNode | undefined>
  close: '}' | ']'
  at: number
}

/**
 * The maximum number of indentation tabs in a document. The indentation of a deep document grows with the square of its
 * depth and could exhaust the memory.
 */
const MAX_INDENT = 64 * 1024 * 1024

class JsonWriter {
  readonly #sink: ByteSink
  readonly #options: JsonEncodeOptions
  readonly #open: Open[] = []
  #indented = 0
  /**
   * the pending separator before the next item. An item that cannot be encoded leaves no comma or line break. Floats
   * are an exception: refmt itself refuses those after it has written the separator.
   */
  #before = ''
  #text = ''

  constructor (sink: ByteSink, options: JsonEncodeOptions) {
    this.#sink = sink
    this.#options = options
  }

  /** Ends the last line. */
  end (): void {
    this.#text += '\n'
  }

  /** Moves the text so far to the sink. */
  flush (): void {
    this.#sink.bytes(encoder.encode(this.#text))
    this.#text = ''
  }

  /**
   * Writes a value. Open lists and maps are on an explicit stack, so that the call stack does not limit their depth.
   */
  value (node: IpldNode | undefined): void {
    for (let value = node;;) {
      this.#begin(value)
      let top = this.#open.at(-1)

      while (top != null && top.at === top.items.length) {
        this.#open.pop()
        this.#put((top.items.length > 0 ? this.#newLine() : '') + top.close)
        top = this.#open.at(-1)
      }

      if (top == null) {
        return
      }

      this.#before = (top.at > 0 ? ',' : '') + this.#newLine()
      const item = top.items[top.at++]

      if (top.close === '}') {
        const [key, below] = item as readonly [string, IpldNode | undefined]
        this.#put(`${quoteText(key)}:${this.#options.pretty ? ' ' : ''}`)
        value = below
      } else {
        value = item as IpldNode | undefined
      }
    }
  }

  /** Writes a scalar, or opens a list or a map. */
  #begin (node: IpldNode | undefined): void {
    switch (typeof node) {
      case 'string':
        this.#put(quoteText(node))
        return
      case 'boolean':
        this.#put(String(node))
        return
      case 'bigint':
        this.#put(intText(node))
        return
      case 'number':
        this.#put('')
        this.#put(floatText(node))
        return
      default:
    }

    if (node == null) {
      this.#put('null')
    } else if (node instanceof Map) {
      this.#put('{')
      this.#open.push({ items: this.#entriesOf(node), close: '}', at: 0 })
    } else if (Array.isArray(node)) {
      this.#put('[')
      this.#open.push({ items: node, close: ']', at: 0 })
    } else if (node instanceof Uint8Array) {
      this.#bytes(node)
    } else {
      this.#link(node)
    }
  }

  #entriesOf (map: IpldMap): Array<[string, IpldNode | undefined]> {
    const entries = [...map]
    return this.#options.sortKeys ? entries.sort(([a], [b]) => compareUtf8(a, b)) : entries
  }

  #newLine (): string {
    if (!this.#options.pretty) {
      return ''
    }

    this.#indented += this.#open.length

    if (this.#indented > MAX_INDENT) {
      throw new Error('document is nested too deep to be indented')
    }

    return `\n${'\t'.repeat(this.#open.length)}`
  }

  #put (text: string): void {
    this.#text += this.#before + text
    this.#before = ''

    if (this.#text.length > FLUSH_CHARS) {
      this.flush()
    }
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

function intText (value: bigint): string {
  if (value > MAX_INT64) {
    throw new Error('unsigned integer out of range of int64 type')
  }

  return value.toString()
}

/** Formats a float as ECMAScript does, except for the sign of zero; refmt follows ECMAScript. */
function floatText (value: number): string {
  if (!Number.isFinite(value)) {
    const infinity = value > 0 ? '+Inf' : '-Inf'
    throw new Error(`unsupported value: ${Number.isNaN(value) ? 'NaN' : infinity}`)
  }

  return Object.is(value, -0) ? '-0' : String(value)
}

/** Matches the escapes of `JSON.stringify`, and the two line separators that only refmt escapes. */
const ESCAPES = /\\(?:u[0-9a-f]{4}|.)|[\u2028\u2029]/g
const DIFFERENT: Record<string, string> = {
  '\\b': '\\u0008',
  '\\f': '\\u000c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029'
}

function quoteText (text: string): string {
  return JSON.stringify(text).replace(ESCAPES, escapeFound)
}

/** Returns refmt's form of an escape. Invalid UTF-8 (a lone surrogate here) becomes an escaped U+FFFD. */
function escapeFound (found: string): string {
  return DIFFERENT[found] ?? (found.startsWith('\\ud') ? '\\ufffd' : found)
}
