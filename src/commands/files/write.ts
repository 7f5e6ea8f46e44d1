import { encodeUtf8 } from '../../go/text/utf8.ts'
import { checkPath } from '../../mfs/check-path.ts'
import { requestedHashing } from '../../mfs/requested-hashing.ts'
import { argument } from '../../rpc/command/argument.ts'
import type { Upload } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { entryKind } from '../shared/entry-bytes.ts'
import {
  cidVersionOption,
  countOption,
  flushOption,
  hashOption,
  offsetOption,
  parentsOption,
  pathArgument
} from './shared/shared-options.ts'

export const filesWrite = command({
  help: {
    tagline: 'Write bytes into a file.',
    description:
      'Writes the body into a file at an offset. Writes beyond the end extend the file; a gap is filled with ' +
      'zeros. If the upload is aborted, the file does not change.'
  },
  differs: [
    'An aborted upload changes nothing. A body above 2 MiB is one append (Kubo splits it by buffer size, so that ' +
    'the CID depends on the network).',
    'A write beyond the end of a file with a UnixFS-wrapped block preserves its content.',
    'If the last block of the file is missing, the command waits a minute for it and then fails without a change. ' +
    'Other writes wait meanwhile.'
  ],
  errors: [
    { ask: 'arg=/a', body: 'x', says: 'file does not exist' },
    { ask: 'arg=/a&count=-1', body: 'x', says: 'file does not exist' },
    { ask: 'arg=/a&create=true&count=-1', body: 'x', says: 'cannot have negative byte count' },
    { ask: 'arg=/a&create=true&offset=-1', body: 'x', says: 'cannot have negative write offset' }
  ],
  args: { path: pathArgument, data: argument.file('data', 'The bytes.', { stdin: true }) },
  options: {
    offset: offsetOption,
    create: option.bool('create,e', 'Create the file if it does not exist.'),
    parents: parentsOption,
    truncate: option.bool('truncate,t', 'Truncate the file to length 0 first.'),
    count: countOption,
    rawLeaves: option.bool('raw-leaves', 'Store new data as raw blocks.', { experimental: true }),
    cidVersion: cidVersionOption,
    hash: hashOption
  },
  inherits: { flush: flushOption },
  answers: 'nothing',

  async run (
    { path, data, offset = 0n, count, create, parents, truncate, rawLeaves, cidVersion, hash, flush },
    { node, blocks, signal }
  ) {
    const checked = checkPath(path)
    const hashing = requestedHashing({ cidVersion, hash }, node.config)

    if (offset < 0n) {
      throw new Error('cannot have negative write offset')
    }

    await node.mfs.write(checked, limitContent(firstContent(data), count), {
      offset,
      size: truncate === true ? 0 : undefined,
      create: create === true,
      parents: parents === true,
      rawLeaves: rawLeaves ?? node.config.get<boolean>('Import.UnixFSRawLeaves') ?? undefined,
      hashing,
      flush,
      blocks,
      signal
    })

    return emptyResult()
  }
})

/**
 * Yields the content of the first part of an upload.
 *
 * @throws (while iterating) an Error with Kubo's message if there is none
 */
async function* firstContent (files: Upload): AsyncGenerator<Uint8Array> {
  for await (const entry of files) {
    const kind = entryKind(entry)

    if (kind === 'directory') {
      throw new Error('file argument was nil')
    }

    yield* kind === 'symlink' ? [encodeUtf8(entry.target ?? '')] : entry.content
    return
  }

  throw new Error('expected a file argument')
}

async function* limitContent (
  content: AsyncIterable<Uint8Array>,
  count: bigint | undefined
): AsyncGenerator<Uint8Array> {
  // Kubo looks at the path first
  if (count != null && count < 0n) {
    throw new Error('cannot have negative byte count')
  }

  let left = count

  for await (const bytes of content) {
    if (left == null || left > 0n) {
      yield left != null && bytes.length > left ? bytes.subarray(0, Number(left)) : bytes
    }

    // read the rest of the body too: a body that is cut off must fail
    if (left != null) {
      left -= BigInt(bytes.length)
    }
  }
}
