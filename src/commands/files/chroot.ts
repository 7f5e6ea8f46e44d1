import { goQuote } from '../../go/text/quote.ts'
import { EMPTY_DIRECTORY } from '../../node/repo/init-repo.ts'
import { cidOfArgument } from '../../path/cid-of-argument.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'

export const filesChroot = command({
  help: {
    tagline: 'Replace the root of MFS. Not available over HTTP.',
    description:
      'Recovers from a tree that cannot be read. The next garbage collection removes the old tree unless it is pinned.'
  },
  status: 'experimental',
  noRemote: true,
  args: { cid: argument.string('cid', 'CID of the new root. Default: an empty directory', { required: false }) },
  options: { confirm: option.bool('confirm', 'Confirm that the old tree may be lost.') },
  output: outputShape('MessageOutput', 'Message:string'),

  async run ({ cid: text, confirm }, { node, signal, cids: { encode } }) {
    if (confirm !== true) {
      throw new Error('this is a potentially destructive operation; pass --confirm to proceed')
    }

    const cid = text == null ? EMPTY_DIRECTORY : parseRoot(text)

    if (text == null) {
      await node.blockstore.put(EMPTY_DIRECTORY, EMPTY_DIRECTORY_BYTES)
    }

    const before = await node.mfs.replaceRoot(cid, { signal })
    return singleResult({
      Message: before == null
        ? `MFS root set to ${encode(cid)}\n`
        : `MFS root changed from ${encode(before)} to ${encode(cid)}\nThe old root ${
          encode(before)
        } will be garbage collected unless pinned.\n`
    })
  },

  text: ({ Message }) => Message
})

const EMPTY_DIRECTORY_BYTES = Uint8Array.of(0x0a, 0x02, 0x08, 0x01)

function parseRoot (text: string): ReturnType<typeof cidOfArgument> {
  try {
    return cidOfArgument(text)
  } catch (err) {
    throw new Error(`invalid CID ${goQuote(text)}: ${(err as Error).message}`)
  }
}
