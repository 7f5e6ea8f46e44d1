const MODULE = '/@libp2p/gossipsub/dist/src/metrics.js'
const START = 'export function getMetrics('

/**
 * Leaves out of the worker the figures that gossipsub keeps for Prometheus: nobody here asks for them (`metricsRegister` is not set),
 * and they are a fifth of that package.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutGossipMetrics () {
  return {
    name: 'without-gossip-metrics',

    transform (code, id) {
      if (!id.endsWith(MODULE)) {
        return
      }

      if (!code.includes(START)) {
        throw new Error(`${MODULE} has another form than it had: see scripts/build/without-gossip-metrics.mjs`)
      }

      // on the line where it stood, so that the map is right; what is used by nobody is left out by the bundler
      return { code: code.replace(START, 'export function getMetrics () { return null } function unused('), map: null }
    }
  }
}
