import { unpin } from '../../pins/change/unpin.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { resolveText } from '../shared/open-path.ts'
import { pinOutput } from './pin-output.ts'

export const pinRm = command({
  help: {
    tagline: 'Remove pins.',
    description: 'The blocks remain until the next garbage collection, or longer if they are in use otherwise.'
  },
  errors: [
    { ask: 'arg=$CID', says: 'not pinned or pinned indirectly' },
    { ask: 'arg=$DIRECTORY&recursive=false', says: '$DIRECTORY is pinned recursively' }
  ],
  args: { paths: argument.string('ipfs-path', 'Paths to unpin.', { variadic: true, stdin: true }) },
  options: {
    recursive: option.bool('recursive,r', 'Remove recursive pins too. If false, only direct pins.', { default: true })
  },
  output: pinOutput,

  async run ({ paths, recursive }, context) {
    const { node, cids } = context
    const Pins: string[] = []

    // One by one: as in Kubo, earlier ones stay removed if one fails.
    for (const path of paths) {
      const { cid } = await resolveText(path, context)
      await unpin(node.pins, cid, { recursive })
      Pins.push(cids.encode(cid))
    }

    return singleResult({ Pins })
  },

  text: ({ Pins }) => Pins.map((pin) => `unpinned ${pin}\n`).join('')
})
