import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { allowBigBlock } from '../shared/common-options.ts'
import { allowNonUnixfs } from './check-directory.ts'
import { objectShape, patchedObject } from './patched-object.ts'

export const objectPatchRmLink = command({
  help: {
    tagline: 'Remove a link from a dag-pb node.',
    description: 'Creates a copy of a node without the links of this name. For directories of any size use files/rm.'
  },
  differs: ['The size limit applies to the new block (Kubo: to its whole DAG).'],
  errors: [
    { ask: 'arg=$DIRECTORY&arg=a', says: 'no link by that name' }
  ],
  status: 'deprecated',
  args: {
    root: argument.string('root', 'Path of the node.'),
    name: argument.string('name', 'Name of the link, or a path to it.')
  },
  options: { allowNonUnixfs },
  inherits: { allowBigBlock },
  output: objectShape,

  async run ({ root: text, name, ...input }, context) {
    const { cid: root } = await resolvePath(parsePathOrCid(text), context)
    return singleResult(await patchedObject(root, name, { kind: 'remove' }, context, input))
  },

  text: ({ Hash }) => `${Hash}\n`
})
