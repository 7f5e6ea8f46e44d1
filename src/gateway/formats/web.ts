import { CODEC_TYPES } from '../request/codec-types.ts'
import type { Resolved } from '../request/request.ts'
import { codec } from './codec.ts'
import { loadUnixfs } from './load-unixfs.ts'
import { unixfsDirectory } from './unixfs-directory.ts'
import { unixfsFile } from './unixfs-file.ts'
import { unixfsSymlink } from './unixfs-symlink.ts'

/** Answers requests of browsers: files, directories as pages, documents (boxo `gateway/handler_defaults.go`). */
export async function web (rq: Resolved): Promise<Response> {
  if (CODEC_TYPES[rq.target.cid.code] != null) {
    return await codec(rq)
  }

  const node = await loadUnixfs(rq)

  switch (node.kind) {
    case 'file':
      return await unixfsFile(rq, node)
    case 'directory':
      return await unixfsDirectory(rq, node)
    case 'symlink':
      return await unixfsSymlink(rq, node)
  }
}
