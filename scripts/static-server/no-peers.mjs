/**
 * What a deployment says whose nodes are to begin as no peers (`instead` of the static server): those of tests and measurements, so
 * that they meet nobody whom a story has not brought.
 *
 * @type {Record<string, () => Promise<string>>}
 */
export const NO_PEERS = { '/relay.json': async () => '{"swarm":false}' }
