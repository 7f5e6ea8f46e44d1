import type { CID } from 'multiformats/cid'
import type { ContentPath } from '../path/content-path.ts'
import type { Block } from '../store/blockstore.ts'
import type { DirectoryEntry } from '../unixfs/read/list-directory.ts'
import type { DirectoryNode, FileNode, UnixfsNode } from '../unixfs/format/unixfs-node.ts'
import type { CarParams } from './formats/car-params.ts'
import type { Trail } from './trail.ts'

/** An immutable content path: its root is a CID. */
export type ImmutablePath = ContentPath & { namespace: 'ipfs', cid: CID }

/** Where a path leads (boxo `gateway.ContentPathMetadata`). */
export interface PathTarget {
  /** the last block on the way */
  cid: CID
  /** names within that block, where the path ends inside of it */
  remainder: string[]
  /** the block that every prefix of the path leads to, from the root on; the last one is `cid` */
  roots: CID[]
}

/** What a mutable path stands for at this moment. */
export interface ResolvedName {
  path: ImmutablePath
  /** for how long, in seconds; 0 where nobody knows */
  ttlSeconds: number
  /** milliseconds since 1970; undefined where nobody knows */
  modifiedMs: number | undefined
}

/** A record as it was published. */
export interface NameRecord {
  bytes: Uint8Array
  /** for how long it may be kept; undefined where it does not say */
  ttlSeconds: number | undefined
}

/** The blocks of a CAR, in its order. */
export interface CarContent {
  target: PathTarget
  roots: CID[]
  blocks: AsyncIterable<Block>
}

/** For one request: stops all work when it aborts. */
export interface BackendOptions {
  signal: AbortSignal
}

/**
 * Where the gateway gets its content from; it knows nothing of blockstores and networks. Local blocks today
 * (`backends/blocks-backend.ts`); CARs of other gateways could be another.
 *
 * What is not there is told by errors: no such name `NoLinkError`, a block that cannot be had `BlockNotFoundError`, a name
 * that leads nowhere `NameNotResolvedError`. An error with a `status` is answered with it.
 */
export interface Backend {
  /** Follows a path. The last block itself is not read unless the path ends inside of it. Where it leads nowhere `trail` is told from where on. */
  resolve: (path: ImmutablePath, options: BackendOptions & { trail?: Trail }) => Promise<PathTarget>
  /** Whether the last block of a path can be had at once. Never waits for the network, but for the DNS where a name is of it. */
  isCached: (path: ContentPath, options: BackendOptions) => Promise<boolean>
  resolveName: (path: ContentPath, options: BackendOptions) => Promise<ResolvedName>
  /** What a domain name is linked with. @throws an Error where it has no link, or nobody can say */
  dnslink: (domain: string, options: BackendOptions) => Promise<ContentPath>
  /** The root of the mutable files, where they are shown at `/mfs`. */
  filesRoot?: (options: BackendOptions) => Promise<CID | undefined>
  /** The signed record of a key's name. */
  nameRecord: (name: CID, options: BackendOptions) => Promise<NameRecord>

  block: (cid: CID, options: BackendOptions) => Promise<Uint8Array>
  /** The root of a file, directory or symlink. */
  unixfs: (cid: CID, options: BackendOptions) => Promise<UnixfsNode>
  /** A file with the true sizes of its parts, which are all read for that: for one whose nodes tell wrong sizes. */
  measured: (file: FileNode, options: BackendOptions) => Promise<FileNode>
  /** What nodes are, in their order, those whose blocks are at hand and are of UnixFS; undefined for others. */
  localKinds: (cids: readonly CID[], options: BackendOptions) => Promise<Array<UnixfsNode['kind'] | undefined>>
  /**
   * Bytes of a file; only the blocks that the range touches are read. With `localOnly` a block that is not at hand counts as missing,
   * with `paced` the reader may stop or jump at any time, with `whole` it is going to read all of it.
   */
  read: (file: FileNode, options: BackendOptions & { offset?: number, length?: number, localOnly?: boolean, paced?: boolean, whole?: boolean }) => AsyncGenerator<Uint8Array>
  /** The same as a Blob that is read past the worker; undefined where there is none. */
  blob?: (file: FileNode, options: BackendOptions & { offset?: number, length?: number }) => Promise<Blob | undefined>
  list: (directory: DirectoryNode, options: BackendOptions) => AsyncGenerator<DirectoryEntry>
  /** What a directory has under a name; undefined where it has nothing. */
  lookup: (directory: DirectoryNode, name: string, options: BackendOptions) => Promise<CID | undefined>

  /** A node with all below it as a tar, its entries named from `name` on. */
  tar: (root: UnixfsNode, name: string, options: BackendOptions) => AsyncGenerator<Uint8Array>
  /** The blocks that show the way of a path and what lies at its end. What is missing on the way is no error: the blocks up to there are the proof. */
  car: (path: ImmutablePath, params: CarParams, options: BackendOptions) => Promise<CarContent>
}
