import { option } from '../../rpc/command/option.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { unixfsTypeOf } from '../../unixfs/format/unixfs-type-of.ts'

export const allowNonUnixfs = option.bool(
  'allow-non-unixfs',
  'Change nodes other than plain directories too, which may damage them.',
  { since: '0.41' }
)

/** Names of `UNIXFS_TYPE` by number. */
const TYPE_NAMES = ['Raw', 'Directory', 'File', 'Metadata', 'Symlink', 'HAMTShard']

/** Words of the messages. */
const WORDS = {
  add: { named: 'add named links to', shard: 'add links to', noun: 'addition', tool: "files' commands" },
  remove: { named: 'remove links from', shard: 'remove links from', noun: 'removal', tool: "files rm'" }
}

/**
 * Checks that links of a dag-pb node can be changed by their names: it is a plain directory of UnixFS (Kubo 0.41
 * `core/coreapi/object.go`). Files and shards have other data that depend on their links.
 *
 * @throws an Error with Kubo's message
 */
export function checkDirectory (data: Uint8Array | undefined, kind: keyof typeof WORDS): void {
  const { named, shard, noun, tool } = WORDS[kind]
  const type = unixfsTypeOf(data)

  switch (type) {
    case UNIXFS_TYPE.directory:
      return
    case UNIXFS_TYPE.hamtShard:
      throw new Error(
        `cannot ${shard} a HAMTShard at the dag-pb level (would corrupt the HAMT bitfield); use 'ipfs ${tool} ` +
          'instead, or pass --allow-non-unixfs to override'
      )
    case undefined:
      throw new Error(`cannot ${named} a non-UnixFS dag-pb node; pass --allow-non-unixfs to skip validation`)
    default:
      throw new Error(
        `cannot ${named} a UnixFS ${TYPE_NAMES[type] ?? type} node, only Directory ` +
          `nodes support link ${noun} at the dag-pb level (see https://specs.ipfs.tech/unixfs/)`
      )
  }
}
