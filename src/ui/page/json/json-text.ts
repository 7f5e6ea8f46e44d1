import { Pauses } from '../../../client/body/page-pauses.ts'
import { firstIndex } from '../../lib/data/first-index.ts'

/** Position of a value in a JSON text. Values are not parsed, so that they can be shown as they are written. */
export interface JsonPlace {
  /** key as it is written, with its quotes; missing in an array */
  key?: string
  /** number of preceding siblings */
  position: number
  start: number
  /** end, exclusive */
  end: number
  /** number of values in an object or array */
  count?: number
}

/** Tokens between two checks of the clock. */
const LOOK_EACH = 4096

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
/** Matches the beginning of a scalar at the end of a truncated text. */
const CUT_SCALAR = /^(?:-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/
/** Limit of such a beginning; realistic numbers are shorter. */
const MAX_CUT_CHARS = 400
const SPACE = /[ \t\n\r]*/y

/**
 * Expected syntax at a position. `first`: first item of an array or object, or its end; `next`: after one of its
 * values.
 */
type Expects = 'value' | 'first' | 'colon' | 'next' | 'key' | 'end'

/** State of a scan: the objects and arrays around a position, by their numbers, and the expected syntax there. */
interface Scan {
  open: number[]
  expects: Expects
}

/**
 * A JSON text with the positions of its objects and arrays, so that each can be listed without its descendants. A
 * truncated text is accepted.
 */
export class JsonText {
  /** starts of objects and arrays in their order, their ends, and their value counts */
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #counts: number[] = []
  #isWhole = false

  private constructor (readonly text: string) {}

  /**
   * Scans a text, with pauses in which the page can render.
   *
   * @returns undefined if it is not JSON
   * @throws the signal's reason
   */
  static async read (text: string, { signal }: { signal?: AbortSignal } = {}): Promise<JsonText | undefined> {
    const json = new JsonText(text)
    const pauses = new Pauses()
    const steps = json.#steps()
    let step = steps.next()

    while (step.done !== true) {
      signal?.throwIfAborted()
      if (pauses.due) {
        await pauses.take()
      }
      step = steps.next()
    }

    return step.value ? json : undefined
  }

  /** whether the text is complete, not truncated */
  get isWhole (): boolean {
    return this.#isWhole
  }

  get root (): JsonPlace {
    const start = this.#behindSpace(0)
    return this.#place(start, 0)
  }

  written ({ start, end }: JsonPlace): string {
    return this.text.slice(start, end)
  }

  /**
   * Returns the values in an object or array.
   *
   * @param most - limit of returned values
   * @param behind - values that were already returned, to continue after them
   */
  entries (of: JsonPlace, { most, behind = [] }: { most: number; behind?: readonly JsonPlace[] }): JsonPlace[] {
    const found = [...behind]
    const last = behind.at(-1)
    let at = this.#behindSpace(last == null ? of.start + 1 : last.end)
    const isObject = this.text[of.start] === '{'

    while (found.length < most && found.length < (of.count ?? 0)) {
      if (this.text[at] === ',') {
        at = this.#behindSpace(at + 1)
      }
      let key: string | undefined

      if (isObject) {
        const end = endOfString(this.text, at)
        key = this.text.slice(at, end)
        at = this.#behindSpace(this.#behindSpace(end) + 1) // The colon.
      }

      const place = this.#place(at, found.length, key)
      found.push(place)
      at = this.#behindSpace(place.end)
    }

    return found
  }

  #place (start: number, position: number, key?: string): JsonPlace {
    const char = this.text[start]
    const named = key == null ? {} : { key }

    if (char === '{' || char === '[') {
      const at = this.#find(start)
      return { ...named, position, start, end: this.#ends[at], count: this.#counts[at] }
    }

    return { ...named, position, start, end: char === '"' ? endOfString(this.text, start) : this.#endOfScalar(start) }
  }

  /** Returns the index of the object or array that begins there. */
  #find (start: number): number {
    return firstIndex(this.#starts.length, (i) => this.#starts[i] >= start)
  }

  #behindSpace (at: number): number {
    SPACE.lastIndex = at
    return at + SPACE.exec(this.text)![0].length
  }

  /** Returns the end of a scalar, or `at` if there is none. */
  #endOfScalar (at: number): number {
    const left = this.text.length - at
    if (left < MAX_CUT_CHARS && CUT_SCALAR.test(this.text.slice(at))) {
      return this.text.length
    }
    SCALAR.lastIndex = at
    return at + (SCALAR.exec(this.text)?.[0].length ?? 0)
  }

  /**
   * Scans the whole text in steps.
   *
   * @returns whether it is JSON, or the beginning of JSON
   */
  *#steps (): Generator<undefined, boolean, undefined> {
    const { text } = this
    const scan: Scan = { open: [], expects: 'value' }
    let tokens = 0

    for (let at = this.#behindSpace(0); at < text.length; at = this.#behindSpace(at)) {
      if (++tokens % LOOK_EACH === 0) {
        yield
      }

      const end = this.#readToken(at, scan)
      if (end == null) {
        return false
      }
      at = end
    }

    this.#isWhole = scan.expects === 'end' && (this.#starts.length > 0 || isJson(text))
    return tokens > 0
  }

  /**
   * Reads a token: a bracket, comma, colon, key or scalar.
   *
   * @returns its end; undefined if it is not allowed there
   */
  #readToken (at: number, scan: Scan): number | undefined {
    const { expects } = scan
    const char = this.text[at]
    const within = scan.open.at(-1)
    const isObject = within != null && this.text[this.#starts[within]] === '{'

    if (within != null && (expects === 'first' || expects === 'next') && char === (isObject ? '}' : ']')) {
      this.#ends[within] = at + 1
      scan.open.pop()
      scan.expects = scan.open.length === 0 ? 'end' : 'next'
      return at + 1
    }

    switch (expects) {
      case 'end':
        return undefined
      case 'next':
        scan.expects = isObject ? 'key' : 'value'
        return char === ',' ? at + 1 : undefined
      case 'colon':
        scan.expects = 'value'
        return char === ':' ? at + 1 : undefined
      default:
        return isObject && expects !== 'value' ? this.#readKey(at, scan) : this.#readValue(at, scan)
    }
  }

  #readKey (at: number, scan: Scan): number | undefined {
    if (this.text[at] !== '"') {
      return undefined
    }

    const end = endOfString(this.text, at)
    const colon = this.#behindSpace(end)
    scan.expects = 'colon'
    // A key without a value is no entry yet.
    return colon < this.text.length && this.text[colon] !== ':' ? undefined : end
  }

  /** Reads a scalar, or the beginning of an object or array. */
  #readValue (at: number, scan: Scan): number | undefined {
    const char = this.text[at]
    const within = scan.open.at(-1)

    if (within != null) {
      this.#counts[within]++
    }

    if (char === '{' || char === '[') {
      scan.open.push(this.#starts.length)
      this.#starts.push(at)
      this.#ends.push(this.text.length)
      this.#counts.push(0)
      scan.expects = 'first'
      return at + 1
    }

    const end = char === '"' ? endOfString(this.text, at) : this.#endOfScalar(at)
    scan.expects = within == null ? 'end' : 'next'
    return end === at ? undefined : end
  }
}

function isJson (text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the end of the string that begins there; the end of the text if it is truncated. */
function endOfString (json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let slashes = 0
    while (json[quote - 1 - slashes] === '\\') {
      slashes++
    }
    if (slashes % 2 === 0) {
      return quote + 1
    }
  }

  return json.length
}
