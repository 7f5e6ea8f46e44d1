import { tabColumns } from '../../go/text/tab-columns.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { streamMounts } from './stream-mounts.ts'
import { headers } from './stream-options.ts'

const HEADINGS = ['ID', 'Protocol', 'Origin', 'Target']

export const p2pStreamLs = command({
  help: { tagline: 'List the streams.', description: 'Lists active forwarded streams in both directions.' },
  status: 'experimental',
  options: { headers },
  output: outputShape('P2PStreamsOutput', 'Streams:[]P2PStreamInfoOutput'),

  run (_, { node }) {
    const streams = streamMounts(node).streams().map(({ id, protocol, origin, target }) => ({
      HandlerID: String(id),
      Protocol: protocol,
      OriginAddress: origin.toString(),
      TargetAddress: target.toString()
    }))

    return singleResult({ Streams: streams.length === 0 ? null : streams })
  },

  text ({ Streams }, { headers }) {
    const rows = Streams?.map((
      { HandlerID, Protocol, OriginAddress, TargetAddress }
    ) => [HandlerID, Protocol, OriginAddress, TargetAddress]) ?? []
    // As in Kubo, the headings precede each row.
    return tabColumns(headers === true ? rows.flatMap((row) => [HEADINGS, row]) : rows, 1)
  }
})
