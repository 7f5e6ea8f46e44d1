import { tabColumns } from '../../go/text/tab-columns.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { streamMounts } from './stream-mounts.ts'
import { headers } from './stream-options.ts'

const HEADINGS = ['Protocol', 'Listen Address', 'Target Address']

export const p2pLs = command({
  help: { tagline: 'List listeners and forwarders.' },
  status: 'experimental',
  options: { headers },
  output: outputShape('P2PLsOutput', 'Listeners:[]P2PListenerInfoOutput'),

  run (_, { node }) {
    const listeners = streamMounts(node).list().map(({ protocol, listenAddress, targetAddress }) => ({
      Protocol: protocol,
      ListenAddress: listenAddress.toString(),
      TargetAddress: targetAddress.toString()
    }))

    return singleResult({ Listeners: listeners.length === 0 ? null : listeners })
  },

  text ({ Listeners }, { headers }) {
    const rows =
      Listeners?.map(({ Protocol, ListenAddress, TargetAddress }) => [Protocol, ListenAddress, TargetAddress]) ?? []
    // As in Kubo, the headings precede each row.
    return tabColumns(headers === true ? rows.flatMap((row) => [HEADINGS, row]) : rows, 1)
  }
})
