import { goQuote } from '../unixfs/import/go-quote.ts'

const UNITS = ['ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h']

/** What is wrong with a text that `parseGoDurationMs` cannot read, in the words of Go's `time.ParseDuration`. */
export function goDurationError (text: string): string {
  let rest = text.replace(/^[+-]/, '')

  while (rest !== '') {
    const [whole, amount, unit] = /^(\d+\.?\d*|\.\d+)?([^.\d]*)/.exec(rest) as unknown as [string, string | undefined, string]

    if (amount == null) {
      break
    }

    if (unit === '') {
      return `time: missing unit in duration ${goQuote(text)}`
    }

    if (!UNITS.includes(unit)) {
      return `time: unknown unit ${goQuote(unit)} in duration ${goQuote(text)}`
    }

    rest = rest.slice(whole.length)
  }

  return `time: invalid duration ${goQuote(text)}`
}
