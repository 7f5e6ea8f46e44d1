import { checkPath } from '../../mfs/check-path.ts'
import { command } from '../../rpc/command/command.ts'
import { nothing } from '../../rpc/command/result.ts'
import { destArgument, flushOption, sourceArgument } from './shared-options.ts'

export const filesMv = command({
  help: {
    tagline: 'Move or rename a file or directory.',
    description: 'Takes the place of a file that is there, and goes into a directory that is there.'
  },
  differs: [
    'A directory that is moved onto itself stays; one is not moved below itself (Kubo loses both).'
  ],
  errors: [
    { ask: 'arg=/a&arg=/b', says: 'file does not exist' }
  ],
  args: { source: sourceArgument, dest: destArgument },
  inherits: { flush: flushOption },
  answers: 'nothing',

  async run ({ source, dest, flush }, { node, blocks, signal }) {
    await node.mfs.move(checkPath(source), checkPath(dest), { flush, blocks, signal })
    return nothing()
  }
})
