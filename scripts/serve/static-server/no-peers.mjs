/**
 * A deployment that starts its nodes without peers (`instead` of the static server), for tests and measurements: they
 * meet only the peers that a test starts.
 *
 * @type {Record<string, () => Promise<string>>}
 */
export const NO_PEERS = { '/relay.json': async () => '{"swarm":false}' }
