import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import { fileSize } from '../../unixfs/format/unixfs-node.ts'
import type { DirectoryNode, UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import type { GatewayConfig } from '../request/config.ts'

/** A week, and a month while it is revalidated (boxo `gateway/handler.go`, `cacheControlSizeLimit`). */
const CACHE_CONTROL = 'public, max-age=604800, stale-while-revalidate=2678400'

/**
 * Checks the size of a deserialized answer. A range counts with the size of its whole file.
 *
 * @param size - bytes of the file, or of the DAG of the directory
 * @throws StatusError 410 above `Gateway.MaxDeserializedResponseSize`
 */
export function checkResponseSize ({ maxDeserializedBytes: limit }: GatewayConfig, size: Uint64): void {
  if (limit > 0 && size > limit) {
    throw new StatusError(
      410,
      `deserialized responses are not supported for content larger than ${limit} bytes: ` +
        'for large content, run your own IPFS node (https://docs.ipfs.tech/install/)',
      { cacheControl: CACHE_CONTROL }
    )
  }
}

/** Returns the size that counts for a UnixFS node, without reading more blocks. */
export function responseSize (node: UnixfsNode): Uint64 {
  switch (node.kind) {
    case 'file':
      return fileSize(node)
    case 'directory':
      return dagSize(node)
    case 'symlink':
      return encodeUtf8(node.target).length
  }
}

/** Returns the size of all blocks below a directory. Links of sharded directories state the sums of their shards. */
export function dagSize ({ node, blockSize }: DirectoryNode): Uint64 {
  return addUint64(blockSize, node.links.map(({ tsize = 0 }) => tsize))
}
