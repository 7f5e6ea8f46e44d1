import { emptyGenerator } from '../../async/iteration/empty-generator.ts'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { decodeUtf8, encodeUtf8 } from '../../go/text/utf8.ts'
import type { UploadEntry } from '../../http/upload/upload-entry.ts'
import type { ArgumentDefinition } from '../command/argument.ts'
import type { Command } from '../command/command.ts'
import { RequestError } from '../command/errors.ts'

type Files = AsyncIterable<UploadEntry>

/** Limits of arguments in a body, which are held in memory: bytes and count. Kubo has no limit. */
const MAX_LINES_BYTES = 8 * 1024 * 1024
const MAX_LINES = 200_000

const LF = 0x0a

/**
 * Rejects a request without the file that its command needs. A missing text argument before the file takes precedence
 * (go-ipfs-cmds `http/parse.go`).
 *
 * @throws RequestError
 */
export function requireFile (command: Command, args: string[], files: Files | undefined): void {
  const definitions = Object.values(command.args)
  const at = definitions.findIndex(({ kind, required }) => kind === 'file' && required)
  const textsBefore = definitions.slice(0, at).filter(({ kind, required }) => kind === 'string' && required).length

  if (at >= 0 && files == null && args.length >= textsBefore) {
    throw new RequestError(`file argument '${definitions[at].name}' is required`)
  }
}

/**
 * Assigns the values of `arg` to the declared arguments. Missing ones are read from the lines of the first body part,
 * if the argument allows that (go-ipfs-cmds `Command.CheckArguments`, `Request.ParseBodyArgs`).
 *
 * @throws RequestError if a required argument is missing; the error of the body if it breaks within lines that were not
 *   required
 */
export async function bindArguments (
  command: Command,
  args: string[],
  files: Files | undefined
): Promise<Record<string, unknown>> {
  const definitions = Object.entries(command.args)
  const last = definitions.at(-1)?.[1]
  const required = definitions.filter(([, { kind, required }]) => kind === 'string' && required).length
  const takesLines = last?.kind === 'string' && last.stdin && files != null
  const lines = takesLines ? await bodyLines(files, last, required - args.length) : []

  return assignValues(definitions, [...args, ...lines], required, files)
}

/** Returns the lines that fill up missing arguments; a variadic argument takes all of them. */
async function bodyLines (files: Files, { variadic, trim }: ArgumentDefinition, missing: number): Promise<string[]> {
  const { lines, error } = await firstPartLines(files)
  const taken = variadic ? lines : lines.slice(0, Math.max(0, missing))

  if (error != null && taken.length < missing) {
    throw new RequestError(error.message)
  }

  if (error != null && variadic) {
    throw error
  }

  return trim ? taken.map((line) => line.trim()) : taken
}

async function firstPartLines (files: Files): Promise<{ lines: string[]; error?: Error }> {
  const chunks: Uint8Array[] = []
  let length = 0

  try {
    for await (const { content, kind, target } of files) {
      for await (const chunk of kind === 'symlink' ? [encodeUtf8(target ?? '')] : content) {
        length += chunk.length

        if (length > MAX_LINES_BYTES) {
          throw new Error(`the arguments in the body are over ${MAX_LINES_BYTES / 1024 / 1024}MiB`)
        }

        chunks.push(chunk)
      }

      return { lines: splitLines(decodeUtf8(concatBytes(chunks))) }
    }

    return { lines: [] }
  } catch (err) {
    // Lines before the last newline are complete.
    const bytes = concatBytes(chunks)
    return { lines: splitLines(decodeUtf8(bytes.subarray(0, bytes.lastIndexOf(LF) + 1))), error: err as Error }
  }
}

/** Splits text into lines, which end with CRLF or LF. An unterminated last line counts unless it is empty. */
function splitLines (text: string): string[] {
  const lines = text.split('\n', MAX_LINES + 2)

  if (lines.length > MAX_LINES + 1) {
    throw new Error(`the body has more than ${MAX_LINES} arguments`)
  }

  const rest = lines.pop() as string
  return [...lines.map((line) => line.endsWith('\r') ? line.slice(0, -1) : line), ...rest === '' ? [] : [rest]]
}

function assignValues (
  definitions: Array<[string, ArgumentDefinition]>,
  values: string[],
  required: number,
  files: Files | undefined
): Record<string, unknown> {
  const bound: Record<string, unknown> = {}
  let left = values

  for (const [key, definition] of definitions) {
    if (definition.kind === 'file') {
      bound[key] = files ?? emptyGenerator()
      continue
    }

    if (definition.required && left.length === 0) {
      throw new RequestError(`argument "${definition.name}" is required`)
    }

    // An optional argument gets a value only if enough remain for the required ones after it.
    const skip = !definition.required && left.length <= required
    const most = definition.variadic ? left.length : 1
    const count = skip ? 0 : most

    bound[key] = definition.variadic ? left.slice(0, count) : left[count - 1]
    left = left.slice(count)
    required -= definition.required ? 1 : 0
  }

  return bound
}
