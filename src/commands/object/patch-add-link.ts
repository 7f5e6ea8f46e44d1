import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { allowBigBlock } from '../shared/common-options.ts'
import { allowNonUnixfs } from './check-directory.ts'
import { nodeAt } from './node-at.ts'
import { objectShape, patchedObject } from './patched-object.ts'

export const objectPatchAddLink = command({
  help: {
    tagline: 'Add a link to a dag-pb node.',
    description:
      'Creates a copy of a node with a link of this name, which replaces links of the same name. For directories ' +
      'of any size use files/cp.'
  },
  differs: ['The size limit applies to the new block (Kubo: to its whole DAG).'],
  errors: [
    { ask: 'arg=$DIRECTORY&arg=a&arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  status: 'deprecated',
  args: {
    root: argument.string('root', 'Path of the node.'),
    name: argument.string('name', 'Name of the link, or a path to it.'),
    ref: argument.string('ref', 'Path of the link target.')
  },
  options: { create: option.bool('create,p', 'Create missing nodes on the path.'), allowNonUnixfs },
  inherits: { allowBigBlock },
  output: objectShape,

  async run ({ root: rootText, name, ref, create, ...input }, context) {
    const [rootPath, childPath] = [parsePathOrCid(rootText), parsePathOrCid(ref)]
    const root = await nodeAt(rootPath, context)
    const { cid: child } = await resolvePath(childPath, context)
    return singleResult(
      await patchedObject(root, name, { kind: 'add', child, create: create === true }, context, input)
    )
  },

  text: ({ Hash }) => `${Hash}\n`
})
