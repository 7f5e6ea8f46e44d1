import { checkPath } from '../../mfs/check-path.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { destArgument, flushOption, sourceArgument } from './shared/shared-options.ts'

export const filesMv = command({
  help: {
    tagline: 'Move or rename a file or directory.',
    description:
      'An existing file at the destination is replaced. If the destination is a directory, the source is moved into it.'
  },
  differs: [
    'Moving a directory onto itself changes nothing; moving it below itself is an error (Kubo loses the directory ' +
    'in both cases).'
  ],
  errors: [
    { ask: 'arg=/a&arg=/b', says: 'file does not exist' }
  ],
  args: { source: sourceArgument, dest: destArgument },
  inherits: { flush: flushOption },
  answers: 'nothing',

  async run ({ source, dest, flush }, { node, blocks, signal }) {
    await node.mfs.move(checkPath(source), checkPath(dest), { flush, blocks, signal })
    return emptyResult()
  }
})
