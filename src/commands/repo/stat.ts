import { parseBytes } from '../../config/values/parse-bytes.ts'
import { humanBytes } from '../../go/text/human-bytes.ts'
import { tabColumns } from '../../go/text/tab-columns.ts'
import { REPO_VERSION } from '../../repo/version.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'

/** Kubo's value for a missing limit in the configuration (`corerepo/stat.go`). */
const NO_LIMIT_BYTES = 2n ** 64n - 1n

export const repoStat = command({
  help: {
    tagline: 'Show statistics of the repo.',
    description:
      'RepoSize is the size of all blocks, without the overhead of the database. StorageMax is the setting ' +
      'Datastore.StorageMax.'
  },
  options: {
    sizeOnly: option.bool('size-only,s', 'Return only RepoSize and StorageMax; the other fields are empty.'),
    human: option.bool('human,H', 'Print sizes with units.')
  },
  output: outputShape('Stat', 'RepoSize:uint64 StorageMax:uint64 NumObjects:uint64 RepoPath:string Version:string'),

  async run ({ sizeOnly }, { node }) {
    const { blocks, bytes } = await node.blockstore.stat()
    const limit = node.config.get<string>('Datastore.StorageMax') ?? ''
    const sizes = { RepoSize: bytes, StorageMax: limit === '' ? NO_LIMIT_BYTES : parseBytes(limit) }

    return singleResult(
      sizeOnly === true
        ? { ...sizes, NumObjects: 0, RepoPath: '', Version: '' }
        : { ...sizes, NumObjects: blocks, RepoPath: node.repoPath, Version: `fs-repo@${REPO_VERSION}` }
    )
  },

  text ({ RepoSize, StorageMax, NumObjects, RepoPath, Version }, { sizeOnly, human }) {
    const size = (bytes: bigint | number): string => human === true ? humanBytes(bytes) : String(bytes)
    const sizes = [['RepoSize:', size(RepoSize)], ['StorageMax:', size(StorageMax)]]

    return tabColumns(
      sizeOnly === true
        ? sizes
        : [['NumObjects:', String(NumObjects)], ...sizes, ['RepoPath:', RepoPath], ['Version:', Version]],
      0
    )
  }
})
