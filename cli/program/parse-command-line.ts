import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { UsageError } from '../../src/node-adapter/cli/usage-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Parses a command line with arguments and options.
 *
 * @throws UsageError that names an unknown option, or one without its value
 */
export function parseCommandLine<T extends Options> (
  args: string[],
  options: T
): ReturnType<typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>> {
  try {
    return parseArgs<{ args: string[]; options: T; allowPositionals: true }>({ args, options, allowPositionals: true })
  } catch (err) {
    throw UsageError.of(err)
  }
}
