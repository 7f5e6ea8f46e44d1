const NO_SWARM = 'needs swarm/*'
const SECOND_NODE = 'needs a second node'

/**
 * The recorded scenarios of `GROUPS` that this version cannot play, by group and name, and why. A scenario that is not here fails
 * when the node says that it lacks a command, and one that is here fails when it passes: so the list says what is missing, no less
 * and no more.
 */
export const EXPECTED_SKIPS: Readonly<Record<string, string>> = {
  'id/peer': SECOND_NODE,
  'name/offline-daemon': NO_SWARM,
  'name/pubsub-on': 'needs pubsub',
  'routing/offline': NO_SWARM,
  'swarm/alone': NO_SWARM,
  'swarm/connect': SECOND_NODE,
  'swarm/connect-errors': NO_SWARM,
  'swarm/exchange': SECOND_NODE,
  'swarm/exchange-back': SECOND_NODE,
  'swarm/gateway-exchange': SECOND_NODE,
  'swarm/resources': NO_SWARM
}
