import type { NodeState } from '../../client/node.ts'
import { t } from '../../lib/text/t.ts'
import { isOffline } from '../../network/lib/reach-of.ts'
import type { Reach } from '../../network/lib/reach-of.ts'

/** The state of the node in the header. */
export interface PillWords {
  /** selects the colour */
  state: 'failed' | 'starting' | 'updating' | 'ready' | 'offline'
  /** for a narrow window */
  short: string
  text: string
}

/** @param reach - undefined while unknown */
export function pillWords (
  { phase, update }: Pick<NodeState, 'phase' | 'update'>,
  reach: Reach | undefined
): PillWords {
  if (phase === 'failed') {
    return oneWord('failed', t('Not running'))
  }
  if (phase === 'starting') {
    return oneWord('starting', t('Starting'))
  }
  if (update === 'fetching' || update === 'switching') {
    return oneWord('updating', t('Updating'))
  }
  if (isOffline(reach)) {
    return { state: 'offline', short: t('Offline'), text: t('Offline – everything here still works') }
  }
  return {
    state: 'ready',
    short: t('Online'),
    text: reach === 'sharing' ? t('Online · sharing') : t('Online · receiving only')
  }
}

function oneWord (state: PillWords['state'], text: string): PillWords {
  return { state, short: text, text }
}
