import { errorMessage } from '../../go/text/error-message.ts'
import { removeBlock } from '../../pins/change/remove-block.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { resolveText } from '../shared/open-path.ts'

interface RemovedBlock {
  Hash: string
  Error?: string
}

export const blockRm = command({
  help: {
    tagline: 'Remove blocks from the local store.',
    description:
      'Removes the blocks unless they are pinned. Blocks that cannot be removed are reported, and the others are ' +
      'removed. A path that cannot be resolved ends the command.'
  },
  differs: [
    'A pinned block is never removed, even if the pin has another CID version or codec (Kubo removes it).'
  ],
  args: { paths: argument.string('cid', 'CIDs of the blocks, or paths to them.', { variadic: true }) },
  options: {
    force: option.bool('force,f', 'Ignore blocks that do not exist.'),
    quiet: option.bool('quiet,q', 'Return only the blocks that could not be removed.')
  },
  output: outputShape('removedBlock', 'Hash?:string Error?:string'),

  run: ({ paths, force, quiet }, context) =>
    streamResult((async function* (): AsyncGenerator<RemovedBlock> {
      const { node, signal, cids: { encode } } = context

      for (const path of paths) {
        const { cid } = await resolveText(path, context)

        try {
          await removeBlock(node, cid, { force: force === true, signal })
        } catch (err) {
          signal.throwIfAborted()
          yield { Hash: encode(cid), Error: errorMessage(err) }
          continue
        }

        if (quiet !== true) {
          yield { Hash: encode(cid) }
        }
      }
    })())
})
