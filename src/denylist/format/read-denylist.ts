import { nextTask } from '../../async/timers/next-task.ts'
import { DenylistRules } from '../rules/denylist-rules.ts'
import type { RuleSeed } from '../rules/rule-key.ts'
import { DenylistError } from './denylist-error.ts'
import { emptyHeader, parseHeader } from './parse-header.ts'
import type { DenylistHeader } from './parse-header.ts'
import { parseRule } from './parse-rule.ts'

/** Limits of the format, in bytes; lines are measured in characters. */
const MAX_HEADER = 1024 * 1024
const MAX_LINE = 2 * 1024 * 1024

/** Lines that are parsed in one task: other requests are answered between. */
const LINES_PER_TASK = 2000

/** A denylist in memory, and facts about its text. */
export interface ReadList {
  header: DenylistHeader
  rules: DenylistRules
  facts: ListFacts
}

/** Facts about the text of a denylist. */
export interface ListFacts {
  bytes: number
  lines: number
  /** number of valid rules, exceptions included */
  rules: number
  /** number of lines that are no rule */
  invalid: number
  /** the first of them, and why it is invalid; empty if there is none */
  problem: string
}

/**
 * Reads a denylist line by line (specs.ipfs.tech/compact-denylist-format). Lines that are no rule are counted and
 * skipped. Needs memory for the rules, one line, and a header of at most 1 MiB.
 *
 * @param maxBytes - size limit of the list
 * @throws DenylistError if it is too large, not text, has a line of more than 2 MiB or an invalid header, or if no line
 *   is a rule although some should be, as in the error page of a server
 */
export async function readDenylist (
  chunks: AsyncIterable<Uint8Array>,
  { seed, maxBytes, signal }: { seed: RuleSeed; maxBytes: number; signal?: AbortSignal }
): Promise<ReadList> {
  const reader = new ListReader(seed)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let sinceTask = 0

  const addLines = async (text: string): Promise<void> => {
    const lines = text.split('\n')
    rest = lines.pop() ?? ''

    for (const line of lines) {
      reader.addLine(line)

      if (++sinceTask === LINES_PER_TASK) {
        sinceTask = 0
        await nextTask()
        signal?.throwIfAborted()
      }
    }

    checkLine(rest)
  }

  for await (const bytes of chunks) {
    signal?.throwIfAborted()
    reader.facts.bytes += bytes.byteLength

    if (reader.facts.bytes > maxBytes) {
      throw new DenylistError(`the list is larger than ${maxBytes} bytes`)
    }

    await addLines(rest + decodeText(() => decoder.decode(bytes, { stream: true })))
  }

  const last = rest + decodeText(() => decoder.decode())
  await addLines(last === '' ? '' : `${last}\n`)
  return reader.end()
}

/** Returns decoded text. */
function decodeText (decode: () => string): string {
  let text: string

  try {
    text = decode()
  } catch {
    throw new DenylistError('the list is not text in UTF-8')
  }

  if (text.includes('\0')) {
    throw new DenylistError('the list is not text')
  }

  return text
}

function checkLine (line: string): void {
  if (line.length >= MAX_LINE) {
    throw new DenylistError('the list has a line of more than 2 MiB')
  }
}

/** Separates the header from the rules, and reads both. */
class ListReader {
  readonly facts: ListFacts = { bytes: 0, lines: 0, rules: 0, invalid: 0, problem: '' }
  readonly #rules: DenylistRules
  #header = emptyHeader()
  /** lines that belong to the header if it has an end; undefined once that is known */
  #before: string[] | undefined = []
  #beforeLength = 0

  constructor (seed: RuleSeed) {
    this.#rules = new DenylistRules(seed)
  }

  addLine (withReturn: string): void {
    const line = withReturn.endsWith('\r') ? withReturn.slice(0, -1) : withReturn
    checkLine(line)

    if (this.#before == null) {
      this.#addRule(line)
    } else if (line === '---') {
      this.#header = parseHeader(this.#before)
      this.facts.lines += this.#before.length + 1
      this.#before = undefined
    } else {
      this.#before.push(line)
      this.#beforeLength += line.length + 1

      if (this.#beforeLength > MAX_HEADER) {
        this.#endHeader()
      }
    }
  }

  end (): ReadList {
    this.#endHeader()
    const { rules, invalid, problem } = this.facts

    if (rules === 0 && invalid > 0) {
      throw new DenylistError(`no line of the list is a rule (${problem})`)
    }

    return { header: this.#header, rules: this.#rules, facts: this.facts }
  }

  /** Continues without a header: the lines so far are rules. */
  #endHeader (): void {
    const lines = this.#before ?? []
    this.#before = undefined

    for (const line of lines) {
      this.#addRule(line)
    }
  }

  #addRule (line: string): void {
    this.facts.lines++

    try {
      const rule = parseRule(line, this.#header.hints)

      if (rule != null) {
        this.#rules.add(rule.matcher, { line: this.facts.lines, allows: rule.allows, status: rule.status })
        this.facts.rules++
      }
    } catch (err) {
      this.facts.invalid++
      this.facts.problem ||= `line ${this.facts.lines}: ${(err as Error).message}`
    }
  }
}
