import { checkPath } from '../../mfs/check-path.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { currentTime } from '../../unixfs/format/stat.ts'
import { unixTime } from '../../unixfs/format/stat.ts'
import { pathArgument } from './shared/shared-options.ts'

export const filesTouch = command({
  help: {
    tagline: 'Set the modification time of a file or directory.',
    description: 'The new CID has version 0, as in Kubo.'
  },
  differs: [
    'The content of a file is preserved (Kubo loses it).'
  ],
  errors: [
    { ask: 'arg=/a', says: 'file does not exist' }
  ],
  status: 'experimental',
  args: { path: pathArgument },
  options: {
    mtime: option.int64('mtime', 'Seconds since the Unix epoch, may be negative. Default, and for 0: now'),
    mtimeNsecs: option.uint('mtime-nsecs', 'Nanoseconds part of the modification time. Ignored without mtime.')
  },
  answers: 'nothing',

  async run ({ path, mtime = 0n, mtimeNsecs = 0 }, { node, blocks, signal }) {
    const checked = checkPath(path)
    const time = mtime === 0n ? currentTime() : unixTime(mtime, mtimeNsecs)
    await node.mfs.setStat(checked, { mtime: time }, { blocks, signal })
    return emptyResult()
  }
})
