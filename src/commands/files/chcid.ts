import { requestedHashing } from '../../mfs/requested-hashing.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { cidVersionOption, flushOption, hashOption, optionalPath } from './shared-options.ts'

export const filesChcid = command({
  help: {
    tagline: 'Change the CID version or hash function of a directory.',
    description:
      'Applies to the directory itself and to new entries; existing entries are unchanged. Without options nothing ' +
      'changes.'
  },
  errors: [
    { ask: 'arg=/&cid-version=2', says: 'unknown CID version: 2' }
  ],
  args: { path: optionalPath },
  options: { cidVersion: cidVersionOption, hash: hashOption },
  inherits: { flush: flushOption },
  answers: 'nothing',

  async run ({ path = '/', cidVersion, hash, flush }, { node, blocks, signal }) {
    await node.mfs.setHashing(path, requestedHashing({ cidVersion, hash }), { flush, blocks, signal })
    return emptyResult()
  }
})
