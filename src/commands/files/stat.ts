import { blockReader } from '../../blocks/reader/block-reader.ts'
import { localSize } from '../../dag/local-size.ts'
import { command } from '../../rpc/command/command.ts'
import type { Context } from '../../rpc/command/context.ts'
import { CommandError, ERROR_CODES } from '../../rpc/command/errors.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { checkContentOrMfsPath, contentPath, resolveContent } from './shared/resolve-content.ts'
import { pathArgument } from './shared/shared-options.ts'
import { statNode } from './shared/stat-node.ts'
import { statText } from './shared/stat-text.ts'

const FORMAT = '<hash>\nSize: <size>\nCumulativeSize: <cumulsize>\nChildBlocks: <childs>\nType: <type>\nMode: <mode> ' +
  '(<mode-octal>)\nMtime: <mtime>'

interface FormatOptions {
  format: string
  hash: boolean | undefined
  size: boolean | undefined
}

export const filesStat = command({
  help: {
    tagline: 'Show the status of a file or directory.',
    description: 'Accepts a path in MFS, or a path below /ipfs.'
  },
  errors: [
    { ask: 'arg=/a', says: 'file does not exist' }
  ],
  args: { path: pathArgument },
  options: {
    format: option.string(
      'format',
      'Format of the text output: <hash>, <size>, <cumulsize>, <type>, <childs>, <mode>, <mode-octal>, <mtime>, ' +
        '<mtime-secs>, <mtime-nsecs>.',
      { default: FORMAT }
    ),
    hash: option.bool('hash', 'Print only the CID (text output only).'),
    size: option.bool('size', 'Print only the cumulative size (text output only).'),
    withLocal: option.bool('with-local', 'Return how many bytes of the DAG are local.')
  },
  output: outputShape(
    'statOutput',
    'Hash:string Size:uint64 CumulativeSize:uint64 Blocks:int Type:string WithLocality?:bool Local?:bool ' +
      'SizeLocal?:uint64 Mtime?:int64 MtimeNsecs?:int Mode?:string',
    'Hash:string Size:uint64 CumulativeSize:uint64 Blocks:int Type:string WithLocality:bool Local:bool ' +
      'SizeLocal:uint64 Mode:octal Mtime:int64 MtimeNsecs:int'
  ),

  async run ({ path, withLocal, ...options }, context) {
    textFormat(options)
    const { node, cids, signal } = context
    const { cid, bytes } = await nodeAt(checkContentOrMfsPath(path), context)
    const stat = statNode(cid, bytes, cids.encode(cid))

    if (withLocal !== true) {
      return singleResult(stat)
    }

    const { local, bytes: SizeLocal } = await localSize(cid, {
      blocks: blockReader(node.blockstore, undefined),
      signal
    })
    return singleResult({ ...stat, WithLocality: true, Local: local, SizeLocal })
  },

  text: (stat, { format, hash, size }) => statText(stat, textFormat({ format, hash, size }))
})

/** Returns the node at a path of content or of MFS. */
async function nodeAt (
  path: string,
  context: Context
): Promise<{ cid: Awaited<ReturnType<typeof resolveContent>>['cid']; bytes: Uint8Array }> {
  const content = contentPath(path, context)

  if (content != null) {
    return await resolveContent(content, context)
  }

  const { node, blocks, signal } = context
  const { cid } = await node.mfs.node(path, { blocks, signal })
  return { cid, bytes: await blocks.get(cid, { signal }) }
}

/**
 * Returns the format of the text output.
 *
 * @throws CommandError if more than one is chosen
 */
function textFormat ({ format, hash, size }: FormatOptions): string {
  if ([hash === true, size === true, format !== FORMAT].filter(Boolean).length > 1) {
    throw new CommandError(
      'invalid parameters: format was set by multiple options. Only one format option is allowed',
      ERROR_CODES.client
    )
  }

  if (hash === true) {
    return '<hash>'
  }

  return size === true ? '<cumulsize>' : format
}
