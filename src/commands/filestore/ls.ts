import { command } from '../../rpc/command/command.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { cidsArgument, fileOrderOption } from './filestore-arguments.ts'
import { listResShape } from './listed-reference.ts'
import { listedReferences } from './listed-references.ts'
import { referencesOf } from './references-of.ts'

export const filestoreLs = command({
  help: {
    tagline: 'List the references of the filestore.',
    description: 'References named as arguments are verified too, as in Kubo.'
  },
  errors: [
    { ask: '', says: 'filestore is not enabled, see https://git.io/vNItf' }
  ],
  args: { cids: cidsArgument },
  options: { fileOrder: fileOrderOption },
  output: listResShape,

  run: (input, { node, signal }) =>
    streamResult(listedReferences(referencesOf(node), { ...input, verify: false, signal }))
})
