import { parseGoBool, parseGoFloat, parseGoInt, parseGoUint } from '../../go/numbers/numbers.ts'
import { goQuote } from '../../go/text/quote.ts'
import { RequestError } from '../command/errors.ts'
import type { OptionDefinition, OptionType } from '../command/option.ts'

const CONVERTERS: Record<Exclude<OptionType, 'array'>, (text: string) => unknown> = {
  bool: parseGoBool,
  // go-ipfs-cmds parses plain integers with 32 bits.
  int: (text) => toNumber(parseGoInt(text, 32)),
  uint: (text) => toNumber(parseGoUint(text, 32)),
  int64: (text) => parseGoInt(text, 64),
  uint64: (text) => parseGoUint(text, 64),
  float: parseGoFloat,
  string: (text) => text
}

const GO_TYPES: Partial<Record<OptionType, string>> = { float: 'float64' }

/**
 * Converts the text of an option in the query to its value (go-ipfs-cmds `option.go`).
 *
 * @throws RequestError with Kubo's message if the text is not a valid value
 */
export function convertOption (definition: OptionDefinition, values: string[]): unknown {
  if (definition.type === 'array') {
    return values
  }

  const text = values[0]
  const value = CONVERTERS[definition.type](text)

  if (value === undefined) {
    const what = text === '' ? 'empty value' : `value ${goQuote(text)}`
    throw new RequestError(
      `could not convert ${what} to type "${GO_TYPES[definition.type] ?? definition.type}" (for option "-${
        definition.names[0]
      }")`
    )
  }

  return value
}

function toNumber (value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}
