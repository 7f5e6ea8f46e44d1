import type { CID } from 'multiformats/cid'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import type { ContentPath } from '../../path/content-path.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { DirectoryNode, FileNode, UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import type { DirectoryEntry } from '../../unixfs/read/directory/list-directory.ts'
import type { EntityBytes } from './entity-bytes.ts'

/**
 * Parameters of a CAR: the blocks it contains, and how they are written
 * (specs.ipfs.tech/http-gateways/trustless-gateway, IPIP-412).
 */
export interface CarParams {
  /** the last block only, the entity (file, directory or symlink), or the whole DAG */
  scope: 'block' | 'entity' | 'all'
  /** byte range of a file; used for `entity` */
  range: EntityBytes | undefined
  order: 'dfs' | 'unk'
  /** whether a block is written each time a link leads to it */
  duplicates: boolean
}

/** An immutable content path: its root is a CID. */
export type ImmutablePath = ContentPath & { namespace: 'ipfs'; cid: CID }

/** The target of a resolved path (boxo `gateway.ContentPathMetadata`). */
export interface PathTarget {
  /** the last block of the path */
  cid: CID
  /** remaining names, if the path ends inside that block */
  remainder: string[]
  /** the block of every prefix of the path, from the root on; the last one is `cid` */
  roots: CID[]
}

/** The current target of a mutable path. */
export interface ResolvedName {
  path: ImmutablePath
  /** TTL in seconds; 0 if unknown */
  ttlSeconds: number
  /** time of the last change, in milliseconds since 1970; undefined if unknown */
  modifiedMs: number | undefined
}

/** A signed IPNS record, as it was published. */
export interface NameRecord {
  bytes: Uint8Array
  /** TTL in seconds; undefined if the record has none */
  ttlSeconds: number | undefined
}

/** The blocks of a CAR, in order. */
export interface CarContent {
  target: PathTarget
  roots: CID[]
  blocks: AsyncIterable<Block>
}

/** Options of one request. The signal stops all of its work. */
export interface BackendOptions {
  signal: AbortSignal
}

/**
 * The source of the gateway's content. It hides blockstores and networks. The implementation reads local blocks
 * (`backends/blocks-backend.ts`); CARs of other gateways could be another source.
 *
 * Missing content is reported by errors: `NoLinkError` for a missing name, `BlockNotFoundError` for an unavailable
 * block, `NameNotResolvedError` for an unresolvable name. An error with a `status` is answered with it.
 */
export interface Backend {
  /**
   * Resolves a path. Reads the last block only if the path ends inside it. If the path cannot be resolved, sets
   * `trail.lost`.
   */
  resolve: (path: ImmutablePath, options: BackendOptions & { trail?: Trail }) => Promise<PathTarget>
  /**
   * Returns whether the last block of a path is available immediately. Never uses the network, except DNS for a domain
   * name.
   */
  isCached: (path: ContentPath, options: BackendOptions) => Promise<boolean>
  resolveName: (path: ContentPath, options: BackendOptions) => Promise<ResolvedName>
  /**
   * Looks up the DNSLink of a domain name.
   *
   * @throws an Error if it has no link, or the lookup fails
   */
  dnslink: (domain: string, options: BackendOptions) => Promise<ContentPath>
  /** Returns the root of the mutable files, if they are mounted at `/mfs`. */
  filesRoot?: (options: BackendOptions) => Promise<CID | undefined>
  /** Returns the signed IPNS record of a key. */
  nameRecord: (name: CID, options: BackendOptions) => Promise<NameRecord>

  block: (cid: CID, options: BackendOptions) => Promise<Uint8Array>
  /** Reads the root of a file, directory or symlink. */
  unixfs: (cid: CID, options: BackendOptions) => Promise<UnixfsNode>
  /** Reads all parts of a file to find their true sizes. For files with wrong sizes in their nodes. */
  measured: (file: FileNode, options: BackendOptions) => Promise<FileNode>
  /** Returns the UnixFS kinds of nodes, in order; undefined for blocks that are not local or not UnixFS. */
  localKinds: (cids: readonly CID[], options: BackendOptions) => Promise<Array<UnixfsNode['kind'] | undefined>>
  /**
   * Reads bytes of a file, and only the blocks that the range touches.
   *
   * - `localOnly`: a block that is not local counts as missing
   * - `paced`: the reader may stop or jump at any time
   * - `isEntire`: the reader will read all of it
   */
  read: (
    file: FileNode,
    options: BackendOptions & {
      offset?: Uint64
      length?: Uint64
      localOnly?: boolean
      paced?: boolean
      isEntire?: boolean
    }
  ) => AsyncGenerator<Uint8Array>
  /** Same as `read`, but returns a Blob, which the browser reads without the worker; undefined if there is none. */
  blob?: (file: FileNode, options: BackendOptions & { offset?: number; length?: number }) => Promise<Blob | undefined>
  list: (directory: DirectoryNode, options: BackendOptions) => AsyncGenerator<DirectoryEntry>
  /**
   * Checks paths that are served without being resolved, such as that of an index page.
   *
   * @throws ContentBlockedError
   */
  checkPaths?: (paths: readonly string[], options: BackendOptions) => Promise<void>
  /** Finds an entry of a directory by its name; undefined if there is none. */
  lookup: (directory: DirectoryNode, name: string, options: BackendOptions) => Promise<CID | undefined>

  /** Writes a node and everything below it as a tar, with entry names that start with `name`. */
  tar: (root: UnixfsNode, name: string, options: BackendOptions) => AsyncGenerator<Uint8Array>
  /**
   * Reads the blocks of a path and of the DAG at its end. A name that is missing on the path is no error: the blocks up
   * to there are the proof.
   */
  car: (path: ImmutablePath, params: CarParams, options: BackendOptions) => Promise<CarContent>
}

/** Progress of a request, to explain errors. */
export interface Trail {
  /** the last content that was reached; undefined before any is known */
  cid?: CID
  /** number of names at the end of the path that could not be resolved; undefined if the path was resolved */
  lost?: number
  /** the name that is being resolved now */
  naming?: string
}
