import { group } from '../../../rpc/command/command.ts'
import { namePubsubCancel } from './cancel.ts'
import { namePubsubState } from './state.ts'
import { namePubsubSubs } from './subs.ts'

export const namePubsub = group('Manage IPNS over pubsub.', {
  cancel: namePubsubCancel,
  state: namePubsubState,
  subs: namePubsubSubs
}, { status: 'experimental' })
