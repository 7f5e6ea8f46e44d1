import { bufferedGenerator } from '../../async/iteration/buffered-generator.ts'
import { cidLink } from '../../cid/text/cid-link.ts'
import type { CidLink } from '../../cid/text/cid-link.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { repoGc as gcJob } from '../../jobs/kinds/repo-gc.ts'
import type { GcResult } from '../../repo/gc/gc-options.ts'
import { command } from '../../rpc/command/command.ts'
import type { Context } from '../../rpc/command/context.ts'
import { ReportedError } from '../../rpc/command/errors.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'

interface GcOutput {
  Key: CidLink | null
  Error?: string
}

export const repoGc = command({
  help: {
    tagline: 'Collect garbage.',
    description:
      'Removes every block that is neither pinned, nor in MFS, nor otherwise in use. Commands that add content ' +
      'wait until it is done. It can be aborted at any time and repeated. If a block of a pin is missing, nothing ' +
      'is removed.'
  },
  options: {
    streamErrors: option.bool(
      'stream-errors',
      'Return errors as they occur. By default the command fails with all of them at its end.'
    ),
    quiet: option.bool('quiet,q', 'Print only the CIDs.'),
    silent: option.bool('silent', 'Do not return the removed blocks. With stream-errors, for the text output only.')
  },
  output: outputShape('GcResult', 'Key:cid.Cid Error?:string'),

  run: ({ streamErrors, silent }, context) =>
    streamResult(streamErrors === true ? withErrors(context) : withoutErrors(context, silent === true)),

  text ({ Key, Error }, { quiet, silent }) {
    if (silent === true) {
      return ''
    }

    return Error != null ? `Error: ${Error}\n` : `${quiet === true ? '' : 'removed '}${Key?.['/']}\n`
  }
})

async function* withErrors (context: Context): AsyncGenerator<GcOutput> {
  let failed = false

  for await (const result of runCollection(context)) {
    if ('error' in result) {
      failed = true
      yield { Key: null, Error: errorMessage(result.error) }
    } else {
      yield { Key: cidLink(result.removed) }
    }
  }

  if (failed) {
    throw new ReportedError('encountered errors during gc run')
  }
}

async function* withoutErrors (context: Context, silent: boolean): AsyncGenerator<GcOutput> {
  const errors: string[] = []

  for await (const result of runCollection(context)) {
    if ('error' in result) {
      errors.push(errorMessage(result.error))
    } else if (!silent) {
      yield { Key: cidLink(result.removed) }
    }
  }

  if (errors.length > 0) {
    throw new Error(errors.join('; '))
  }
}

/** Runs the collection. It blocks all adds, so it waits for slow readers as little as possible. */
function runCollection ({ node, signal, stallMs, deadline }: Context): AsyncGenerator<GcResult> {
  return bufferedGenerator(
    async (report, signal) => {
      await node.jobs.run(gcJob(node), { report, signal, until: deadline }).result
    },
    signal,
    { stallMs }
  )
}
