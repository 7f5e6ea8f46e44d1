const NO_SWARM = 'needs swarm/*'

/**
 * The recorded scenarios of `GROUPS` that this version cannot play, by group and name, and why. A scenario that is not here fails
 * when the node says that it lacks a command, and one that is here fails when it passes: so the list says what is missing, no less
 * and no more.
 */
export const EXPECTED_SKIPS: Readonly<Record<string, string>> = {
  'diag/profile': 'needs diag/profile',
  'diag/sys': 'needs diag/sys',
  'id/peer': 'needs a second node',
  'name/offline-daemon': NO_SWARM,
  'name/pubsub-on': 'needs pubsub',
  'routing/offline': NO_SWARM
}
