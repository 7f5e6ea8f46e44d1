import type { LookupSource } from '../../../client/index.ts'
import { t, tn } from '../../lib/text/t.ts'

/** Returns what a place answered to a lookup, in a few words. */
export function sourceWords (
  { state, role, failure, found }: Pick<LookupSource, 'state' | 'role' | 'failure' | 'found'>
): string {
  if (state === 'asking') {
    return t('no answer yet')
  }

  switch (failure) {
    case 'missing':
      return t('doesn’t have it')
    case 'later':
      return t('is busy, and is asked again')
    case 'wrong':
      return t('sent wrong data')
    case 'failed':
      return t('couldn’t be reached')
    default:
      break
  }

  if (role !== 'router') {
    return tn(found, '{n} block', '{n} blocks')
  }
  return found === 0 ? t('knows no copy') : tn(found, 'knows {n} copy', 'knows {n} copies')
}

/** Returns the name of a place for display: the host of a URL. */
export function sourceName (name: string): string {
  try {
    return new URL(name).host
  } catch {
    return name
  }
}
