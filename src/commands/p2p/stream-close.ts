import { parseGoUint10 } from '../../go/numbers/parse-uint-10.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { streamMounts } from './stream-mounts.ts'
import { all } from './stream-options.ts'

export const p2pStreamClose = command({
  help: { tagline: 'Close a stream.', description: 'An unknown stream number is not an error, as in Kubo.' },
  status: 'experimental',
  args: { id: argument.string('id', 'Number of the stream.', { required: false }) },
  options: { all },
  answers: 'nothing',

  run ({ id, all }, { node }) {
    const mounts = streamMounts(node)
    const only = all === true ? undefined : checkedNumber(id)

    for (const { id } of mounts.streams()) {
      if (only == null || BigInt(id) === only) {
        mounts.closeStream(id)
      }
    }

    return emptyResult()
  }
})

function checkedNumber (id: string | undefined): bigint {
  if (id == null) {
    throw new Error('no id specified')
  }

  return parseGoUint10(id, 64)
}
