import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { onlineExchange } from '../shared/online-node.ts'
import { peerText } from '../shared/peer-text.ts'

export const bitswapLedger = command({
  help: { tagline: 'Show the data exchanged with one peer.' },
  errors: [
    { ask: 'arg=x', says: "this command must be run in online mode. Try running 'ipfs daemon' first" }
  ],
  args: { peer: argument.string('peer', 'ID of the peer.') },
  output: outputShape('Receipt', 'Peer:string Value:float64 Sent:uint64 Recv:uint64 Exchanged:uint64'),

  run ({ peer }, { node }) {
    const exchange = onlineExchange(node)
    const id = peerText(peer)
    const { sent, received, exchanges } = exchange.ledger(id)
    // Debt ratio of this node: as in boxo `decision.Ledger`, the divisor is never 0.
    return singleResult({ Peer: id, Value: sent / (received + 1), Sent: sent, Recv: received, Exchanged: exchanges })
  },

  text: ({ Peer, Value, Sent, Recv, Exchanged }) =>
    `Ledger for ${Peer}\nDebt ratio:\t${
      Value.toFixed(6)
    }\nExchanges:\t${Exchanged}\nBytes sent:\t${Sent}\nBytes received:\t${Recv}\n\n`
})
