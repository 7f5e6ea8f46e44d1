import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import type { CidEncoder } from '../../cid/text/cid-encoder.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import type { ContentPath } from '../../path/content-path.ts'
import type { CommandTree } from './command-tree.ts'
import type { UploadImports } from './upload-imports.ts'

/** The environment of a command, in addition to its input. */
export interface Context {
  node: IpfsNode
  /** reads blocks within the limits of this request: `offline=true` reads only the local store */
  blocks: BlockReader
  /**
   * Resolves `/ipns/…` paths with the records that this request may use. Commands that take paths pass it to
   * `resolvePath`.
   */
  resolveName: (path: ContentPath, options: { signal: AbortSignal }) => Promise<ContentPath>
  /** encodes CIDs as the request asks (`cid-base`, `upgrade-cidv0-in-output`) */
  cids: CidEncoder
  /** aborts when the caller has disconnected or the `timeout` has expired; every wait must end with it */
  signal: AbortSignal
  /** end of the `timeout`, in milliseconds since 1970; undefined without one */
  deadline?: number
  /**
   * Timeout for a stalled caller while other requests wait for the end of this one, such as garbage collection for an
   * add. 0 for none.
   */
  stallMs: number
  /** whether the request has `offline=true`, or the node is offline */
  offline: boolean
  /** whether the request has `offline=true` */
  wantsOffline: boolean
  /** texts of the given options, by their long names; for repeated options the first one */
  given?: Record<string, string>
  /** Surplus arguments of the query, beyond those of the command. */
  surplus?: readonly string[]
  /** reads the upload in another process; undefined if this one does */
  imports?: UploadImports
  /** the command tree, for `commands` and the help */
  root: CommandTree
}
