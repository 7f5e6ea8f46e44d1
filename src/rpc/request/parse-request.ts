import { parseGoBool, parseGoFloat, parseGoInt, parseGoUint } from '../../go/numbers/numbers.ts'
import { goQuote } from '../../go/text/quote.ts'
import { parseGoQuery } from '../../go/url/query.ts'
import type { Command } from '../command/command.ts'
import { RequestError } from '../command/errors.ts'
import { globalOptions } from '../command/global-options.ts'
import type { OptionDefinition, OptionType } from '../command/option.ts'

/** A request with its resolved command and its split query. */
export interface ParsedRequest {
  command: Command
  /** its path from the root: `diag/cmds` */
  path: string
  /** options that it takes: its own, those of its parent commands and the global ones */
  definitions: readonly OptionDefinition[]
  /** texts of the given options, by their definitions */
  given: Map<OptionDefinition, string[]>
  /** unknown keys, which are ignored, each with its first value */
  unknown: Map<string, string>
  /** values of `arg`; a last path element that is not a command comes first */
  args: string[]
}

const NOT_FOUND = '404 page not found'

/**
 * Resolves the command of a path and splits the query (go-ipfs-cmds `http/parse.go`).
 *
 * A last path element that is not a subcommand is the first argument; unknown query keys are ignored. If both a name
 * and its alias are given, the later one wins; Kubo picks either.
 *
 * @param path - the part after `/api/v0/`, percent-decoded
 * @throws RequestError 404 for an unknown command, 400 for an option that is given more than once
 */
export function parseRequest (root: Command, path: string, query: string): ParsedRequest {
  const { chain, rest } = findCommand(root, path)
  const found = path.split('/').slice(0, chain.length - 1).join('/')
  const command = chain[chain.length - 1]
  const definitions = [
    ...new Set([
      globalOptions,
      ...chain.map(({ options }) => options)
    ].flatMap((options) => Object.values<OptionDefinition>(options)))
  ]
  const byName = new Map(
    definitions.flatMap((definition) => definition.names.map((name) => [name, definition] as const))
  )
  const given = new Map<OptionDefinition, string[]>()
  const unknown = new Map<string, string>()
  const args = rest == null ? [] : [rest]

  for (const [key, values] of parseGoQuery(query)) {
    if (key === 'arg') {
      args.push(...values)
      continue
    }

    const definition = byName.get(key)

    if (definition == null) {
      unknown.set(key, values[0])
      continue
    }

    if (definition.type !== 'array' && values.length > 1) {
      throw new RequestError(
        `expected key ${definition.names[0]} to have only a single value, received [${values.join(' ')}]`
      )
    }

    given.set(definition, values)
  }

  return { command, path: found, definitions, given, unknown, args }
}

/**
 * Returns the values of all options by their long names, given ones and defaults.
 *
 * @throws RequestError 400 for a text that is not a value of its option
 */
export function convertOptions ({ definitions, given }: ParsedRequest): Map<string, unknown> {
  const options = new Map<string, unknown>()

  for (const definition of definitions) {
    const values = given.get(definition)
    const value = values == null ? definition.default : convertOption(definition, values)

    if (value !== undefined) {
      options.set(definition.names[0], value)
    }
  }

  return options
}

/** Returns the commands from the root to the requested one. */
function findCommand (root: Command, path: string): { chain: Command[]; rest?: string } {
  const parts = path.split('/')
  const chain = [root]

  for (const [i, part] of parts.entries()) {
    const command = chain[i]
    const next = Object.hasOwn(command.subcommands, part) ? command.subcommands[part] : undefined

    if (next == null) {
      // Only the last element may be an argument, and only of a command that can run.
      if (i < parts.length - 1 || command.run == null) {
        throw new RequestError(NOT_FOUND, 404)
      }

      return { chain, rest: part }
    }

    if (next.noRemote) {
      throw new RequestError(NOT_FOUND, 404)
    }

    chain.push(next)
  }

  return { chain }
}

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
function convertOption (definition: OptionDefinition, values: string[]): unknown {
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
