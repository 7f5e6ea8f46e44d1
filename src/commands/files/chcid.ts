import { followsNewerKubo } from '../../config/follows-newer-kubo.ts'
import { requestedHashing } from '../../mfs/requested-hashing.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { cidVersionOption, flushOption, hashOption, optionalPath } from './shared/shared-options.ts'

export const filesChcid = command({
  help: {
    tagline: 'Change the CID version or hash function of a directory.',
    description:
      'Applies to the directory itself and to new entries; existing entries are unchanged. Without options nothing ' +
      'changes.'
  },
  differs: ['The root can be changed, as in Kubo 0.40, unless `Version.KuboAnswers` is `0.43`.'],
  errors: [
    { ask: 'arg=/&cid-version=2', says: 'unknown CID version: 2' }
  ],
  args: { path: optionalPath },
  options: { cidVersion: cidVersionOption, hash: hashOption },
  inherits: { flush: flushOption },
  answers: 'nothing',

  async run ({ path = '/', cidVersion, hash, flush }, { node, blocks, signal }) {
    if (path === '/' && followsNewerKubo(node.config)) {
      throw new Error(
        "cannot change CID format of the MFS root; use 'ipfs config Import.CidVersion' and " +
          "'ipfs config Import.HashFunction' instead"
      )
    }

    await node.mfs.setHashing(path, requestedHashing({ cidVersion, hash }), { flush, blocks, signal })
    return emptyResult()
  }
})
