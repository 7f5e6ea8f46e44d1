import { coalesce } from '../bytes/coalesce.ts'
import { parsePathOrCid } from '../path/content-path.ts'
import { argument } from '../rpc/command/argument.ts'
import { command } from '../rpc/command/command.ts'
import { option } from '../rpc/command/option.ts'
import { bytesResult } from '../rpc/command/result.ts'
import { exactSize } from '../unixfs/format/unixfs-node.ts'
import type { ReadFileOptions } from '../unixfs/read/file/read-file.ts'
import { readHugeFile } from '../unixfs/read/file/read-huge-file.ts'
import { nodeSize } from '../unixfs/read/sizes/node-size.ts'
import { readableNode } from '../unixfs/read/sizes/readable-node.ts'
import { gzip } from '../unixfs/tar/gzip.ts'
import { writeTar } from '../unixfs/tar/write-tar.ts'
import { openUnixfs } from './shared/open-path.ts'

export const get = command({
  help: {
    tagline: 'Download files and directories.',
    description:
      'Returns the content of the path as a TAR stream, optionally compressed with gzip. With compress and without ' +
      'archive, a single file is returned as its compressed bytes.'
  },
  differs: [
    'The error names the missing block. Verified bytes before it are sent, then the body breaks. If nothing was ' +
    'sent yet, the answer has an error status (Kubo: 200).'
  ],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' }
  ],
  args: { path: argument.string('ipfs-path', 'Path of a file or directory.', { stdin: true }) },
  options: {
    output: option.string('output,o', 'Output path (command line only).'),
    archive: option.bool('archive,a', 'With compress: compress a TAR archive instead of the bytes of a file.'),
    compress: option.bool('compress,C', 'Compress with gzip.'),
    level: option.int('compression-level,l', 'Compression level with compress, 1 to 9. Default: that of the platform'),
    progress: option.bool('progress,p', 'Show a progress bar (command line only).', { default: true })
  },
  answersBytes: true,

  async run ({ path, archive, compress, level }, context) {
    if (compress === true && level != null && (level < 1 || level > 9)) {
      throw new Error('compression level must be between 1 and 9')
    }

    const node = await openUnixfs(path, context)
    const { blocks, signal } = context
    const reading = { blocks, signal }
    const length = nodeSize(node)

    if (compress !== true) {
      const times = archive === true ? 'seconds' : 'nanoseconds'
      return bytesResult(coalesce(writeTar(node, entryName(path), { ...reading, times })), {
        length,
        contentType: 'application/x-tar'
      })
    }

    const content = archive === true
      ? writeTar(node, entryName(path), { ...reading, times: 'seconds' })
      : fileBytes(node, reading)

    return bytesResult(coalesce(gzip(coalesce(content), level)), { length, contentType: 'application/gzip' })
  }
})

/** Returns the name of the root entry: the last element of the path. */
function entryName (path: string): string {
  const { root, segments } = parsePathOrCid(path)
  return segments.at(-1) ?? root
}

async function* fileBytes (
  node: Awaited<ReturnType<typeof openUnixfs>>,
  options: ReadFileOptions
): AsyncGenerator<Uint8Array> {
  if (node.kind === 'directory') {
    throw new Error('file is not regular')
  }

  const file = readableNode(node)
  yield* readHugeFile(file, { ...options, offset: 0n, length: exactSize(file), isEntire: true })
}
