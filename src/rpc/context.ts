import type { BlockReader } from '../blocks/block-reader.ts'
import type { ContentPath } from '../path/content-path.ts'
import type { IpfsNode } from '../node/ipfs-node.ts'
import type { CidEncoder } from '../cid/cid-encoder.ts'
import type { CommandTree } from './command-tree.ts'

/** What a command may use besides its input. */
export interface Context {
  node: IpfsNode
  /** reads blocks as this request may: `offline=true` looks at the local store alone */
  blocks: BlockReader
  /** turns `/ipns/…` into what it stands for now, of the records that this request may see; what every command that takes paths gives to `resolvePath` */
  resolveName: (path: ContentPath, options: { signal: AbortSignal }) => Promise<ContentPath>
  /** writes CIDs as the request wants them (`cid-base`, `upgrade-cidv0-in-output`) */
  cids: CidEncoder
  /** as `cids`, but a `cid-base` alone does not upgrade CIDs of version 0 (Kubo's low-level encoder, of `dag/*`) */
  cidsAsTheyAre: CidEncoder
  /** aborts when the caller is gone or the `timeout` is over; every wait must end by it */
  signal: AbortSignal
  /** when the `timeout` is over, in milliseconds since 1970; undefined without one */
  deadline?: number
  /** So long may the caller stand still where others wait for the end of the request: those who collect garbage for an add. 0 for as long as it likes. */
  stallMs: number
  /** `offline=true`, or a node that is offline */
  offline: boolean
  /** `offline=true`: the request asks for it itself */
  wantsOffline: boolean
  /** the texts of the options that were given, by their long names; of those with several values the first */
  given?: Record<string, string>
  /** arguments in the query beyond those that the command takes */
  surplus?: readonly string[]
  /** the whole tree, for `commands` and the help */
  root: CommandTree
}
