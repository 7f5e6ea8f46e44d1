import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { updatePin } from '../../pins/change/update-pin.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { announcePins, pinOptions } from '../shared/fast-provide.ts'
import { pinOutput } from './pin-output.ts'

export const pinUpdate = command({
  help: {
    tagline: 'Update a recursive pin.',
    description:
      'Pins a new object with the name of an existing recursive pin and removes the old pin, atomically. Reads ' +
      'only the blocks that differ. A target that is already pinned recursively is an error.'
  },
  errors: [
    { ask: 'arg=$CID&arg=$DIRECTORY', says: "'from' cid was not recursively pinned already" }
  ],
  args: {
    from: argument.string('from-path', 'Path that is pinned now.'),
    to: argument.string('to-path', 'Path to pin in its place.')
  },
  options: {
    unpin: option.bool('unpin', 'Remove the old pin.', { default: true }),
    ...pinOptions
  },
  output: pinOutput,

  async run ({ from, to, unpin, ...input }, context) {
    const { node, blocks, signal, cids } = context
    // Both paths are parsed before either is resolved.
    const paths = [parsePathOrCid(from), parsePathOrCid(to)]
    const [old, next] = [await resolvePath(paths[0], context), await resolvePath(paths[1], context)]
    await updatePin(node, old.cid, next.cid, { blocks, signal, unpin })
    await announcePins([next.cid], input, context)
    return singleResult({ Pins: [old.cid, next.cid].map(cids.encode) })
  },

  text: ({ Pins: [from, to] }) => `updated ${from} to ${to}\n`
})
