import { errorMessage } from '../../go/text/error-message.ts'
import { removeBlock } from '../../pins/change/remove-block.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { shape } from '../../rpc/command/output.ts'
import { stream } from '../../rpc/command/result.ts'
import { resolveText } from '../shared/open-path.ts'

interface RemovedBlock {
  Hash: string
  Error?: string
}

export const blockRm = command({
  help: {
    tagline: 'Remove blocks from the local store.',
    description: 'Removes the blocks unless pins keep them. What could not be removed is named, and the others go on.'
  },
  differs: [
    'A block stays as long as a pin names it, whatever version and codec of its CID the pin has (Kubo removes it from under a pin of another one).'
  ],
  args: { paths: argument.string('cid', 'CIDs of the blocks, or paths to them.', { variadic: true }) },
  options: {
    force: option.bool('force,f', 'A block that is not here is no error.'),
    quiet: option.bool('quiet,q', 'Name only what could not be removed.')
  },
  output: shape('removedBlock', 'Hash?:string Error?:string'),

  run: ({ paths, force, quiet }, context) =>
    stream((async function* (): AsyncGenerator<RemovedBlock> {
      const { node, signal } = context

      for (const path of paths) {
        const { cid } = await resolveText(path, context)

        try {
          await removeBlock(node, cid, { force: force === true, signal })
        } catch (err) {
          signal.throwIfAborted()
          yield { Hash: cid.toString(), Error: errorMessage(err) }
          continue
        }

        if (quiet !== true) {
          yield { Hash: cid.toString() }
        }
      }
    })())
})
