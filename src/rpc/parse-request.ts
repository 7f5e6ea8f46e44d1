import { parseGoQuery } from '../http/go-query.ts'
import type { UploadEntry } from '../http/upload-entry.ts'
import { readText } from '../http/upload.ts'
import type { ArgumentDefinition } from './argument.ts'
import type { Command } from './command.ts'
import { RequestError } from './errors.ts'
import { globalOptions } from './global-options.ts'
import type { OptionDefinition } from './option.ts'
import { convertOption } from './convert-option.ts'

/** A request with its command found and its query understood. */
export interface ParsedRequest {
  command: Command
  /** the command's own options by their long names; defaults filled in */
  options: Map<string, unknown>
  /** the values of `arg`, a last path element that is no command first */
  args: string[]
}

const NOT_FOUND = '404 page not found'

/**
 * Finds the command of a path and reads the query (go-ipfs-cmds `http/parse.go`).
 *
 * A last path element that is no subcommand is the first argument; an unknown query key is let through.
 *
 * @param path - what follows `/api/v0/`, percent-decoded
 * @throws RequestError 404 for an unknown command, 400 for a bad option
 */
export function parseRequest (root: Command, path: string, query: string): ParsedRequest {
  const { command, rest } = findCommand(root, path)
  const definitions = optionIndex(command)
  const given = new Map<string, string[]>()
  const args = rest == null ? [] : [rest]

  for (const [key, values] of parseGoQuery(query)) {
    if (key === 'arg') {
      args.push(...values)
      continue
    }

    const definition = definitions.get(key)

    if (definition == null) {
      continue
    }

    if (definition.type !== 'array' && values.length > 1) {
      throw new RequestError(`expected key ${definition.names[0]} to have only a single value, received [${values.join(' ')}]`)
    }

    given.set(definition.names[0], values)
  }

  const options = new Map<string, unknown>()

  for (const [name, values] of given) {
    options.set(name, convertOption(definitions.get(name) as OptionDefinition, values))
  }

  for (const definition of definitions.values()) {
    if (!options.has(definition.names[0]) && definition.default !== undefined) {
      options.set(definition.names[0], definition.default)
    }
  }

  return { command, options, args }
}

function findCommand (root: Command, path: string): { command: Command, rest?: string } {
  const parts = path.split('/')
  let command = root

  for (const [i, part] of parts.entries()) {
    const next = Object.hasOwn(command.subcommands, part) ? command.subcommands[part] : undefined

    if (next == null) {
      // only the last element may be an argument, and only of a command that does something
      if (i < parts.length - 1 || command.run == null || i === 0) {
        throw new RequestError(NOT_FOUND, 404)
      }

      return { command, rest: part }
    }

    if (next.noRemote) {
      throw new RequestError(NOT_FOUND, 404)
    }

    command = next
  }

  return { command }
}

function optionIndex (command: Command): Map<string, OptionDefinition> {
  const index = new Map<string, OptionDefinition>()

  for (const definition of [...Object.values(globalOptions), ...Object.values(command.options)]) {
    for (const name of definition.names) {
      index.set(name, definition)
    }
  }

  return index
}

/**
 * Gives the values of `arg` to the declared arguments and takes missing ones from the first part of the body where the
 * argument allows that (go-ipfs-cmds `parse.go` and `Command.CheckArguments`).
 *
 * @throws RequestError when a required argument or file is missing
 */
export async function bindArguments (command: Command, args: string[], files: AsyncIterable<UploadEntry> | undefined): Promise<Record<string, unknown>> {
  const definitions = Object.entries(command.args)
  const requiredFile = definitions.find(([, { kind, required }]) => kind === 'file' && required)

  if (requiredFile != null && files == null) {
    throw new RequestError(`file argument '${requiredFile[1].name}' is required`)
  }

  const last = definitions.at(-1)?.[1]
  const values = [...args]

  if (last?.kind === 'string' && last.stdin && files != null) {
    values.push(...await bodyArguments(files, last, values.length, requiredCount(command)))
  }

  return assign(definitions, values, files)
}

/** Lines of the body fill up what is missing; a variadic argument takes them all. */
async function bodyArguments (files: AsyncIterable<UploadEntry>, last: ArgumentDefinition, given: number, required: number): Promise<string[]> {
  for await (const file of files) {
    const text = await readText(file.content)
    const lines = text.split('\n').map((line) => line.replace(/\r$/, '')).filter((line, i, all) => i < all.length - 1 || line !== '')
    return last.variadic ? lines : lines.slice(0, Math.max(0, required - given))
  }

  return []
}

function requiredCount (command: Command): number {
  return Object.values(command.args).filter(({ kind, required }) => kind === 'string' && required).length
}

function assign (definitions: Array<[string, ArgumentDefinition]>, values: string[], files: AsyncIterable<UploadEntry> | undefined): Record<string, unknown> {
  const bound: Record<string, unknown> = {}
  let left = [...values]
  let required = definitions.filter(([, { kind, required }]) => kind === 'string' && required).length

  for (const [key, definition] of definitions) {
    if (definition.kind === 'file') {
      bound[key] = files ?? none()
      continue
    }

    // an optional argument gets a value only when enough remain for the required ones behind it
    const skip = !definition.required && left.length <= required

    if (definition.required) {
      required--
    }

    if (definition.required && left.length === 0) {
      throw new RequestError(`argument "${definition.name}" is required`)
    }

    if (definition.variadic) {
      bound[key] = skip ? [] : left
      left = skip ? left : []
    } else if (!skip) {
      bound[key] = left.shift()
    }
  }

  return bound
}

async function * none (): AsyncGenerator<never> {}
