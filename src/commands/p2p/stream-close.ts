import { goQuote } from '../../go/quote.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { nothing } from '../../rpc/result.ts'
import { streamMounts } from './stream-mounts.ts'
import { all } from './stream-options.ts'

const UINT64_MAX = 2n ** 64n - 1n

export const p2pStreamClose = command({
  help: { tagline: 'Close a stream.', description: 'A number that no stream has is no error, as in Kubo.' },
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

    return nothing()
  }
})

function checkedNumber (id: string | undefined): bigint {
  if (id == null) {
    throw new Error('no id specified')
  }

  if (!/^\d+$/.test(id)) {
    throw new Error(`strconv.ParseUint: parsing ${goQuote(id)}: invalid syntax`)
  }

  if (BigInt(id) > UINT64_MAX) {
    throw new Error(`strconv.ParseUint: parsing ${goQuote(id)}: value out of range`)
  }

  return BigInt(id)
}
