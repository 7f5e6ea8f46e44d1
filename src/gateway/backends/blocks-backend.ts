import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { readRecord } from '../../names/record/read-record.ts'
import type { RecordFields } from '../../names/record/read-record.ts'
import { parsePath } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { fileSize } from '../../unixfs/format/unixfs-node.ts'
import { listDirectory } from '../../unixfs/read/directory/list-directory.ts'
import { lookup } from '../../unixfs/read/directory/lookup.ts'
import { fileBlob } from '../../unixfs/read/file/file-blob.ts'
import { loadNode } from '../../unixfs/read/file/load-node.ts'
import { readHugeFile } from '../../unixfs/read/file/read-huge-file.ts'
import { readRange } from '../../unixfs/read/file/read-range.ts'
import { measureFile } from '../../unixfs/read/sizes/measure-file.ts'
import { writeTar } from '../../unixfs/tar/write-tar.ts'
import type { Backend, ImmutablePath } from '../request/backend.ts'
import { carContent } from './car-content.ts'
import type { GatewayNames } from './gateway-names.ts'
import { localKinds } from './local-kinds.ts'
import { pathTarget } from './path-target.ts'

export interface BlocksBackendInit {
  blocks: BlockReader
  /** reads the local store only */
  local: BlockReader
  names: GatewayNames
  /**
   * status for a missing block: 500 if the node may fetch but `Gateway.NoFetch` forbids it, as in Kubo; 404 otherwise
   */
  missingStatus: 404 | 500
}

/**
 * Returns how long a record may be kept, in seconds: its TTL, at most until its signature expires (boxo
 * `ipnsRecordMaxAge`). Returns undefined for a record without a TTL.
 */
function recordTtlSeconds ({ ttlNs, validity }: RecordFields): number | undefined {
  if (ttlNs == null) {
    return undefined
  }

  const validSeconds = validity == null ? Infinity : Number(validity.secs) - Date.now() / 1000
  return Math.max(0, Math.min(Number(ttlNs) / 1e9, validSeconds))
}

/**
 * Makes a backend that reads content from blocks, local or fetched (boxo `gateway/backend_blocks.go`), and names from
 * the node's records and resolvers.
 */
export function blocksBackend ({ blocks, local, names, missingStatus }: BlocksBackendInit): Backend {
  return {
    resolve: async (path, { signal, trail }) => await pathTarget(path, { blocks, signal, missingStatus, trail }),

    async isCached (path, { signal }) {
      try {
        const { cid } = await resolvePath(path, {
          blocks: local,
          signal,
          resolveName: async (path) => (await names.resolve(path, { offline: true, signal })).path
        })
        return await local.has(cid)
      } catch {
        return false // any error means that it is not available immediately
      }
    },

    async resolveName (path, { signal }) {
      const { path: target, ttlMs, modifiedMs } = await names.resolve(path, { offline: false, signal })
      return { path: target as ImmutablePath, ttlSeconds: ttlMs / 1000, modifiedMs }
    },

    dnslink: async (domain, { signal }) =>
      (await names.resolveOnce(parsePath(`/ipns/${domain}`), { offline: false, signal })).path,

    async nameRecord (name, { signal }) {
      blocks.policy?.checkPath({ namespace: 'ipns', root: ipnsNameText(name.multihash), segments: [] })
      const bytes = await names.record(name.multihash, { offline: false, signal })
      return { bytes, ttlSeconds: recordTtlSeconds(readRecord(bytes)) }
    },

    block: async (cid: CID, { signal }) => await blocks.get(cid, { signal }),
    unixfs: async (cid, { signal }) => await loadNode(cid, { blocks, signal }),
    measured: async (file, { signal }) => await measureFile(file, { blocks, signal }),
    localKinds: async (cids, { signal }) => await localKinds(cids, { blocks: local, signal }),

    read (file, { localOnly, offset = 0, length = fileSize(file), ...options }) {
      const reading = { ...options, blocks: localOnly === true ? local : blocks }
      return file.exact == null
        ? readRange(file, { ...reading, offset: Number(offset), length: Number(length) })
        : readHugeFile(file, { ...reading, offset: BigInt(offset), length: BigInt(length) })
    },
    blob: async (file, options) => file.exact == null ? await fileBlob(file, { ...options, blocks }) : undefined,
    list: (directory, { signal }) => listDirectory(directory, { blocks, signal }),
    async checkPaths (paths) {
      if (blocks.policy?.rules != null) {
        for (const path of paths) {
          blocks.policy.checkPath(parsePath(path))
        }
      }
    },
    lookup: async ({ node, data }, name, { signal }) => await lookup(node, data, name, { blocks, signal }),
    tar: (root, name, { signal }) => writeTar(root, name, { blocks, signal }),
    car: async (path, params, { signal }) => await carContent(path, params, { blocks, signal, missingStatus })
  }
}
