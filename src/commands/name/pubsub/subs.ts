import { peerIdEncoder } from '../../../cid/peer-id/peer-id-encoder.ts'
import { command } from '../../../rpc/command/command.ts'
import { singleResult } from '../../../rpc/command/result.ts'
import { ipnsBase } from '../../shared/common-options.ts'
import { stringListShape, stringListText } from '../../shared/string-list.ts'
import { requireNamesOverPubsub } from './names-over-pubsub.ts'

export const namePubsubSubs = command({
  help: { tagline: 'List the subscribed names.' },
  status: 'experimental',
  options: { ipnsBase },
  output: stringListShape,

  async run ({ ipnsBase }, { node, signal }) {
    const write = peerIdEncoder(ipnsBase)
    const names = (await requireNamesOverPubsub(node, signal)).names().map((name) => `/ipns/${write(name)}`)
    return singleResult({ Strings: names.length === 0 ? null : names.sort() })
  },

  text: stringListText
})
