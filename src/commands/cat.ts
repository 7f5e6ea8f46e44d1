import { argument } from '../rpc/argument.ts'
import { command } from '../rpc/command.ts'
import type { Context } from '../rpc/context.ts'
import { option } from '../rpc/option.ts'
import { bytes } from '../rpc/result.ts'
import { coalesce } from '../bytes/coalesce.ts'
import { fileBlob } from '../unixfs/read/file-blob.ts'
import { readRange } from '../unixfs/read/read-range.ts'
import { readable } from '../unixfs/read/readable.ts'
import type { FileNode } from '../unixfs/format/unixfs-node.ts'
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
    description: 'Answers the bytes of the files at the paths, one after the other, or of a range of all of them together.'
  },
  differs: [
    'A missing block is named. The verified bytes before it are sent, and the answer breaks; one of which nothing is out yet is an error with a status (Kubo: 200).'
  ],
  errors: [
    { ask: 'arg=$CID', says: 'block was not found locally (offline): ipld: could not find $CID' },
    { ask: 'arg=$DIRECTORY', says: 'this dag node is a directory' },
    { ask: 'arg=/ipfs/bad', says: 'invalid path "/ipfs/bad": invalid cid: invalid cid: expected 1 as the cid version number, got: 0' }
  ],
  args: { paths: argument.string('ipfs-path', 'Path of a file.', { variadic: true, stdin: true }) },
  options: {
    offset: option.int64('offset,o', 'Byte to begin at.'),
    length: option.int64('length,l', 'Number of bytes to read at most.'),
    progress: option.bool('progress,p', 'Show a progress bar; of use to the command line alone.', { default: true })
  },
  answersBytes: true,

  async run ({ paths, offset = 0n, length }, context) {
    if (offset < 0n) {
      throw new Error('cannot specify negative offset')
    }

    if (length != null && length < 0n) {
      throw new Error('cannot specify negative length')
    }

    const ranges = await cut(paths, Number(offset), length == null ? Infinity : Number(length), context)
    const total = ranges.reduce((sum, { length }) => sum + length, 0)
    const blob = ranges.length === 1 ? await fileBlob(ranges[0].file, { ...ranges[0], blocks: context.blocks, signal: context.signal }) : undefined
    return bytes(blob ?? coalesce(read(ranges, context)), { length: total })
  }
})

interface Range {
  file: FileNode
  offset: number
  length: number
}

/** Returns the parts of the files that form a range of their concatenation. Files after its end are not read. */
async function cut (paths: string[], offset: number, length: number, context: Context): Promise<Range[]> {
  const ranges: Range[] = []

  for (const path of length === 0 ? [] : paths) {
    const file = readable(await openUnixfs(path, context))

    if (offset > file.size) {
      offset -= file.size
      continue
    }

    const take = Math.min(file.size - offset, length)
    ranges.push({ file, offset, length: take })
    offset = 0
    length -= take

    if (length === 0) {
      break
    }
  }

  return ranges
}

async function * read (ranges: Range[], { blocks, signal }: Context): AsyncGenerator<Uint8Array> {
  for (const { file, offset, length } of ranges) {
    yield * readRange(file, { blocks, signal, offset, length, whole: length === file.size })
  }
}
