import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { SequenceStore } from '../../swarm/pubsub/sequence-store.ts'
import { peerText } from '../shared/peer-text.ts'

export const pubsubReset = command({
  help: {
    tagline: 'Reset the replay protection.',
    description:
      'The node stores the last sequence number of each sender, so that old messages are not delivered twice. ' +
      'After a reset they may be delivered again.'
  },
  errors: [
    {
      ask: 'peer=bad',
      says:
        'invalid peer ID: failed to parse peer ID: invalid cid: invalid cid: expected 1 as the cid version number, ' +
        'got: 0'
    }
  ],
  status: 'experimental',
  options: { peer: option.string('peer,p', 'ID of a peer; resets its sequence number only.') },
  output: outputShape('pubsubResetResult', 'deleted:int64'),

  async run ({ peer }, { node }) {
    const id = peer == null || peer === '' ? undefined : parsePeer(peer)
    // Sequence numbers are stored even if pubsub is disabled now.
    const deleted = await (node.swarm?.opened?.pubsub ?? new SequenceStore(node.datastore)).forget(id)
    return singleResult({ deleted })
  },

  text: ({ deleted }, { peer = '' }) => {
    if (peer === '') {
      return `Reset validator state for ${deleted} peer(s)\n`
    }

    return deleted === 0
      ? `No validator state found for peer ${peer}\n`
      : `Reset validator state for peer ${peer}\n`
  }
})

function parsePeer (text: string): string {
  try {
    return peerText(text)
  } catch (err) {
    throw new Error(`invalid peer ID: ${(err as Error).message}`)
  }
}
