import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { once } from '../../rpc/command/result.ts'
import { allowBigBlock } from '../shared/allow-big-block.ts'
import { objectShape, patchedObject } from './patched-object.ts'

export const objectPatchRmLink = command({
  help: {
    tagline: 'With one link less.',
    description:
      'Gives a copy of a dag-pb node without the links of this name. files/rm does it for directories of any size.'
  },
  differs: ['The size of the new block itself is bounded (Kubo: that of all it leads to).'],
  errors: [
    { ask: 'arg=$DIRECTORY&arg=a', says: 'no link by that name' }
  ],
  status: 'deprecated',
  args: {
    root: argument.string('root', 'Path of the node to start from.'),
    name: argument.string('name', 'Name of the link, or a path to it.')
  },
  inherits: { allowBigBlock },
  output: objectShape,

  async run ({ root: text, name, allowBigBlock }, context) {
    const { cid: root } = await resolvePath(parsePathOrCid(text), context)
    return once(await patchedObject(root, name, { kind: 'remove' }, context, { allowBigBlock }))
  },

  text: ({ Hash }) => `${Hash}\n`
})
