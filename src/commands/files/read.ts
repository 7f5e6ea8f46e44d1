import { coalesce } from '../../bytes/coalesce.ts'
import { checkPath } from '../../mfs/check-path.ts'
import { command } from '../../rpc/command/command.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { exactSize } from '../../unixfs/format/unixfs-node.ts'
import { fileBlob } from '../../unixfs/read/file/file-blob.ts'
import { loadNode } from '../../unixfs/read/file/load-node.ts'
import { readHugeFile } from '../../unixfs/read/file/read-huge-file.ts'
import { countOption, offsetOption, pathArgument } from './shared/shared-options.ts'

export const filesRead = command({
  help: {
    tagline: 'Read a file.',
    description: 'Returns the bytes of a file, or a byte range of it.'
  },
  errors: [
    { ask: 'arg=/a', says: '/a: file does not exist' },
    { ask: 'arg=/', says: '/ was not a file' }
  ],
  args: { path: pathArgument },
  options: { offset: offsetOption, count: countOption },
  answersBytes: true,

  async run ({ path, offset = 0n, count }, { node, blocks, signal }) {
    const file = await node.mfs.file(checkPath(path), { blocks, signal })
    const loaded = await loadNode(file.cid, { blocks, signal })

    if (loaded.kind !== 'file') {
      throw new Error(loaded.kind === 'symlink' ? 'symlinks not yet supported' : "unsupported fsnode type for 'file'")
    }

    if (offset < 0n) {
      throw new Error('cannot specify negative offset')
    }

    const size = exactSize(loaded)

    if (offset > size) {
      throw new Error(`offset was past end of file (${offset} > ${size})`)
    }

    if (count != null && count < 0n) {
      throw new Error("cannot specify negative 'count'")
    }

    const length = count != null && count < size - offset ? count : size - offset
    const blob = loaded.exact == null
      ? await fileBlob(loaded, { offset: Number(offset), length: Number(length), blocks, signal })
      : undefined
    return bytesResult(blob ?? coalesce(readHugeFile(loaded, { offset, length, blocks, signal })))
  }
})
