import { checkPath } from '../../mfs/check-path.ts'
import { requestedHashing } from '../../mfs/requested-hashing.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { cidVersionOption, flushOption, hashOption, parentsOption, pathArgument } from './shared/shared-options.ts'

export const filesMkdir = command({
  help: {
    tagline: 'Create a directory.',
    description:
      'CID version and hash function default to Import.CidVersion and Import.HashFunction, else to those of the ' +
      'parent directory. With parents, an existing directory is not an error.'
  },
  differs: [
    'A failed mkdir leaves no parent directories.'
  ],
  errors: [
    { ask: 'arg=/a/b', says: 'file does not exist' },
    { ask: 'arg=/a', twice: true, says: 'file already exists' }
  ],
  args: { path: pathArgument },
  options: { parents: parentsOption, cidVersion: cidVersionOption, hash: hashOption },
  inherits: { flush: flushOption },
  answers: 'nothing',

  async run ({ path, parents, cidVersion, hash, flush }, { node, blocks, signal }) {
    const checked = checkPath(path)
    await node.mfs.makeDirectory(checked, {
      parents: parents === true,
      hashing: requestedHashing({ cidVersion, hash }, node.config),
      flush,
      blocks,
      signal
    })
    return emptyResult()
  }
})
