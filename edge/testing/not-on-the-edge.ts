import type { Scenario } from '../../src/testing/replay/golden-types.ts'

const ENDS_WELL = 'workerd ends a body without a length well that broke, and no line of this one can say so'
const CLEANED = 'the engine cleans a path before the worker sees it'

/** Reasons for single scenarios. */
export const BY_NAME: Readonly<Record<string, string>> = {
  'corners/dag-get-cut': ENDS_WELL,
  'corners/dots': CLEANED,
  'dag/export-errors': ENDS_WELL,
  'dag/get-output-codecs': ENDS_WELL,
  'dag/get-unixfs': ENDS_WELL,
  'diag/profile': ENDS_WELL,
  'gateway-path/dots-slashes': CLEANED,
  'gateway-path/encoded': 'the engine sends a header as UTF-8 of its Latin-1 characters',
  'p2p/on': 'there are no sockets here to listen at',
  'swarm/alone': 'its one address is that of its host, at which it is asked too',
  'transport/other-paths': "these paths are the gateway's here"
}

/** Returns the reason why a scenario cannot run on an edge node; undefined if it can. */
export function notOnTheEdge (group: string, { name, setup }: Scenario): string | undefined {
  if (setup?.peer != null) {
    return 'needs a second node that is dialled'
  }
  if (setup?.hostFiles != null) {
    return 'needs a disk'
  }
  return BY_NAME[`${group}/${name}`]
}
