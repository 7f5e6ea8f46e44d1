import { cidLink } from '../../cid/text/cid-link.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import { humanBytes } from '../../go/text/human-bytes.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { verbose } from '../shared/common-options.ts'
import { exchangeToRun } from '../shared/online-node.ts'

/** Declares `bitswap/stat`, which is also `stats/bitswap`. */
export const bitswapStat = command({
  help: { tagline: 'Show statistics of the exchange with peers.' },
  options: { verbose, human: option.bool('human', 'Print sizes with units.') },
  output: outputShape(
    'Stat',
    'Wantlist:list Peers:list BlocksReceived:uint64 DataReceived:uint64 DupBlksReceived:uint64 ' +
      'DupDataReceived:uint64 MessagesReceived:uint64 BlocksSent:uint64 DataSent:uint64'
  ),

  run (_, { node }) {
    const { wants, peers, ...counts } = exchangeToRun(node).stat()

    return singleResult({
      Wantlist: wants.map(cidLink),
      Peers: peers,
      BlocksReceived: counts.blocksReceived,
      DataReceived: counts.dataReceived,
      DupBlksReceived: counts.duplicatesReceived,
      DupDataReceived: counts.duplicateDataReceived,
      MessagesReceived: counts.messagesReceived,
      BlocksSent: counts.blocksSent,
      DataSent: counts.dataSent
    })
  },

  text (stat, { verbose, human }, { cids }) {
    const size = (bytes: number): string => human === true ? humanBytes(bytes) : String(bytes)

    return [
      'bitswap status',
      `\tblocks received: ${stat.BlocksReceived}`,
      `\tblocks sent: ${stat.BlocksSent}`,
      `\tdata received: ${size(stat.DataReceived)}`,
      `\tdata sent: ${size(stat.DataSent)}`,
      `\tdup blocks received: ${stat.DupBlksReceived}`,
      `\tdup data received: ${size(stat.DupDataReceived)}`,
      `\twantlist [${stat.Wantlist.length} keys]`,
      ...stat.Wantlist.map((link) => `\t\t${cids.encode(parseCid(link['/']))}`),
      `\tpartners [${stat.Peers.length}]`,
      ...verbose === true ? stat.Peers.map((peer) => `\t\t${peer}`) : []
    ].map((line) => `${line}\n`).join('')
  }
})
