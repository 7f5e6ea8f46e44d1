import { errorMessage } from '../../go/text/error-message.ts'
import { checkPath } from '../../mfs/check-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import type { Context } from '../../rpc/command/context.ts'
import { ReportedError } from '../../rpc/command/errors.ts'
import { option } from '../../rpc/command/option.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { flushOption } from './shared/shared-options.ts'

interface RmInput {
  paths: string[]
  recursive: boolean
  force: boolean
}

export const filesRm = command({
  help: {
    tagline: 'Remove files and directories.',
    description:
      'The removal is always durable: flush=false is an error. Paths that cannot be removed are reported, one per ' +
      'line; the others are removed.'
  },
  args: { paths: argument.string('path', 'Paths to remove.', { variadic: true }) },
  options: {
    recursive: option.bool('recursive,r', 'Remove directories recursively.'),
    force: option.bool('force', 'Ignore missing paths, and remove directories too.')
  },
  inherits: { flush: flushOption },
  answers: { type: 'string' },

  run ({ paths, recursive, force, flush }, context) {
    if (!flush) {
      throw new Error('files rm always flushes for safety. The --flush flag cannot be set to false for this command')
    }

    return streamResult(removePaths({ paths, recursive: recursive === true, force: force === true }, context))
  },

  // As in Kubo, the message is printed unchanged.
  text: (message: string) => message
})

async function* removePaths (
  { paths, recursive, force }: RmInput,
  { node, blocks, signal }: Context
): AsyncGenerator<string> {
  const errors: string[] = []

  for (const given of paths) {
    let path: string

    try {
      path = checkPath(given)
    } catch (err) {
      errors.push(`${given} is not a valid path: ${errorMessage(err)}`)
      continue
    }

    try {
      await node.mfs.remove(path, { recursive, force, blocks, signal })
    } catch (err) {
      signal.throwIfAborted()
      errors.push(`${path}: ${errorMessage(err)}`)
    }
  }

  if (errors.length > 0) {
    yield* errors
    throw new ReportedError("can't remove some files")
  }
}
