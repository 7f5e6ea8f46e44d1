import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { once } from '../../rpc/command/result.ts'
import { allowBigBlock } from '../shared/allow-big-block.ts'
import { nodeAt } from './node-at.ts'
import { objectShape, patchedObject } from './patched-object.ts'

export const objectPatchAddLink = command({
  help: {
    tagline: 'With one more link.',
    description:
      'Gives a copy of a dag-pb node with a link of this name, in place of those that have it. files/cp does it for directories of any size.'
  },
  differs: ['The size of the new block itself is bounded (Kubo: that of all it leads to).'],
  errors: [
    { ask: 'arg=$DIRECTORY&arg=a&arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  status: 'deprecated',
  args: {
    root: argument.string('root', 'Path of the node to start from.'),
    name: argument.string('name', 'Name of the link, or a path to it.'),
    ref: argument.string('ref', 'What it links to.')
  },
  options: { create: option.bool('create,p', 'Make the nodes on the way.') },
  inherits: { allowBigBlock },
  output: objectShape,

  async run ({ root: rootText, name, ref, create, allowBigBlock }, context) {
    const [rootPath, childPath] = [parsePathOrCid(rootText), parsePathOrCid(ref)]
    const root = await nodeAt(rootPath, context)
    const { cid: child } = await resolvePath(childPath, context)
    return once(
      await patchedObject(root, name, { kind: 'add', child, create: create === true }, context, { allowBigBlock })
    )
  },

  text: ({ Hash }) => `${Hash}\n`
})
