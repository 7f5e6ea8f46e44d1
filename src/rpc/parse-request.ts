import { parseGoQuery } from '../go/query.ts'
import type { Command } from './command.ts'
import { convertOption } from './convert-option.ts'
import { RequestError } from './errors.ts'
import { globalOptions } from './global-options.ts'
import type { OptionDefinition } from './option.ts'

/** A request with its command found and its query split. */
export interface ParsedRequest {
  command: Command
  /** its names, from the root: `diag/cmds` */
  path: string
  /** the options that it takes: its own, those of the commands above it and the global ones */
  definitions: readonly OptionDefinition[]
  /** the texts of the options that were given, by their definitions */
  given: Map<OptionDefinition, string[]>
  /** keys that no option has, which are let pass, each with its first value */
  unknown: Map<string, string>
  /** the values of `arg`, a last path element that is no command first */
  args: string[]
}

const NOT_FOUND = '404 page not found'

/**
 * Finds the command of a path and splits the query (go-ipfs-cmds `http/parse.go`).
 *
 * A last path element that is no subcommand is the first argument; an unknown query key is let through. Where a name and its
 * alias are both there, the later one counts; Kubo takes either.
 *
 * @param path - what follows `/api/v0/`, percent-decoded
 * @throws RequestError 404 for an unknown command, 400 for an option that is there more than once
 */
export function parseRequest (root: Command, path: string, query: string): ParsedRequest {
  const { chain, rest } = findCommand(root, path)
  const found = path.split('/').slice(0, chain.length - 1).join('/')
  const command = chain[chain.length - 1]
  const definitions = [...new Set([globalOptions, ...chain.map(({ options }) => options)].flatMap((options) => Object.values<OptionDefinition>(options)))]
  const byName = new Map(definitions.flatMap((definition) => definition.names.map((name) => [name, definition] as const)))
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
      throw new RequestError(`expected key ${definition.names[0]} to have only a single value, received [${values.join(' ')}]`)
    }

    given.set(definition, values)
  }

  return { command, path: found, definitions, given, unknown, args }
}

/**
 * The values of all options by their long names: those that were given, and defaults.
 *
 * @throws RequestError 400 for a text that is no value of its option
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

/** The commands from the root to the one that is meant. */
function findCommand (root: Command, path: string): { chain: Command[], rest?: string } {
  const parts = path.split('/')
  const chain = [root]

  for (const [i, part] of parts.entries()) {
    const command = chain[i]
    const next = Object.hasOwn(command.subcommands, part) ? command.subcommands[part] : undefined

    if (next == null) {
      // only the last element may be an argument, and only of a command that does something
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
