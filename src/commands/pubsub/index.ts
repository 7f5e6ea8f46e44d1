import { group } from '../../rpc/command/command.ts'
import { pubsubLs } from './ls.ts'
import { pubsubPeers } from './peers.ts'
import { pubsubPub } from './pub.ts'
import { pubsubReset } from './reset.ts'
import { pubsubSub } from './sub.ts'

export const pubsub = group('Publish and subscribe to messages of a topic.', {
  ls: pubsubLs,
  peers: pubsubPeers,
  pub: pubsubPub,
  reset: pubsubReset,
  sub: pubsubSub
}, { status: 'experimental' })
