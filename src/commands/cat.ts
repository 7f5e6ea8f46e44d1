import { coalesce } from '../bytes/coalesce.ts'
import { followsNewerKubo } from '../config/follows-newer-kubo.ts'
import { parsePath } from '../path/content-path.ts'
import { argument } from '../rpc/command/argument.ts'
import { command } from '../rpc/command/command.ts'
import type { Context } from '../rpc/command/context.ts'
import { option } from '../rpc/command/option.ts'
import { bytesResult } from '../rpc/command/result.ts'
import { exactSize } from '../unixfs/format/unixfs-node.ts'
import type { FileNode } from '../unixfs/format/unixfs-node.ts'
import { fileBlob } from '../unixfs/read/file/file-blob.ts'
import { readHugeFile } from '../unixfs/read/file/read-huge-file.ts'
import { readableNode } from '../unixfs/read/sizes/readable-node.ts'
import { openUnixfs } from './shared/open-path.ts'

/**
 * Sends the bytes of files. If a block is missing, it sends the verified bytes before it, and then breaks the body with
 * the error. A player can play them, and a download can resume from there. If the first block is missing, the answer is
 * an error with its status.
 *
 * Kubo 0.40.0 sends 200 and for a small file no bytes, because its reader fetches siblings together.
 */
export const cat = command({
  help: {
    tagline: 'Show the bytes of files.',
    description: 'Returns the concatenated bytes of the files, or a byte range of them.'
  },
  differs: [
    'The error names the missing block. Verified bytes before it are sent, then the body breaks. If nothing was ' +
    'sent yet, the answer has an error status (Kubo: 200).',
    'With `Version.KuboAnswers` `0.43` also accepts `ipfs://CID`, which Kubo 0.40 refuses. Other URIs are accepted.'
  ],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' },
    { ask: 'arg=$DIRECTORY', says: 'this dag node is a directory' },
    {
      ask: 'arg=/ipfs/bad',
      says: 'invalid path "/ipfs/bad": invalid cid: invalid cid: expected 1 as the cid version number, got: 0'
    }
  ],
  args: { paths: argument.string('ipfs-path', 'Path of a file.', { variadic: true, stdin: true }) },
  options: {
    offset: option.int64('offset,o', 'Byte offset at which to start.'),
    length: option.int64('length,l', 'Maximum number of bytes to read.'),
    progress: option.bool('progress,p', 'Show a progress bar (command line only).', { default: true })
  },
  answersBytes: true,

  async run ({ paths, offset = 0n, length }, context) {
    if (offset < 0n) {
      throw new Error('cannot specify negative offset')
    }

    if (length != null && length < 0n) {
      throw new Error('cannot specify negative length')
    }

    const ranges = await selectRanges(paths, offset, length, context)
    const total = ranges.reduce((sum, { length }) => sum + length, 0n)
    const blob = ranges.length === 1 ? await rangeBlob(ranges[0], context) : undefined
    return bytesResult(blob ?? coalesce(readRanges(ranges, context)), { length: total })
  }
})

interface Range {
  file: FileNode
  offset: bigint
  length: bigint
}

/**
 * Refuses `ipfs://` as 0.40.0 does, unless `Version.KuboAnswers` says otherwise. Of this command alone that answer is
 * recorded.
 */
function checkForm (path: string, { node: { config } }: Context): void {
  if (/^ipfs:\/\//i.test(path) && !followsNewerKubo(config)) {
    parsePath(path)
  }
}

/**
 * Returns the parts of the files that make up a range of their concatenation. Files after its end are not read.
 */
async function selectRanges (
  paths: string[],
  offset: bigint,
  length: bigint | undefined,
  context: Context
): Promise<Range[]> {
  const ranges: Range[] = []
  let left = length

  for (const path of left === 0n ? [] : paths) {
    checkForm(path, context)
    const file = readableNode(await openUnixfs(path, context))
    const size = exactSize(file)

    if (offset > size) {
      offset -= size
      continue
    }

    const take = left != null && left < size - offset ? left : size - offset
    ranges.push({ file, offset, length: take })
    offset = 0n
    left = left == null ? undefined : left - take

    if (left === 0n) {
      break
    }
  }

  return ranges
}

async function rangeBlob ({ file, offset, length }: Range, { blocks, signal }: Context): Promise<Blob | undefined> {
  return file.exact == null
    ? await fileBlob(file, { offset: Number(offset), length: Number(length), blocks, signal })
    : undefined
}

async function* readRanges (ranges: Range[], { blocks, signal }: Context): AsyncGenerator<Uint8Array> {
  for (const { file, offset, length } of ranges) {
    yield* readHugeFile(file, { blocks, signal, offset, length, isEntire: length === exactSize(file) })
  }
}
