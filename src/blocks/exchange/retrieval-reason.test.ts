import { expect, test } from 'vitest'
import { retrievalReason } from './retrieval-reason.ts'
import { NOTHING_ASKED } from './retrieval-report.ts'
import type { AskedSource } from './retrieval-report.ts'

const source = (name: string, rest: Partial<AskedSource>): AskedSource => ({
  name,
  role: 'router',
  state: 'answered',
  found: 0,
  bytes: 0,
  ...rest
})

test('lists failed providers before routers and gateways, and merely connected peers last', () => {
  const sources = [
    source('lacks', { role: 'provider', problem: 'does not have it' }),
    source('router', { found: 1 }),
    source('gateway', { role: 'gateway', state: 'failed', problem: 'is busy (429)' }),
    source('away', { role: 'provider', state: 'failed', problem: 'cannot be reached (no answer)' }),
    source('silent', { role: 'provider', state: 'asking' })
  ]

  expect(retrievalReason({ ...NOTHING_ASKED, sources })).toBe(
    'asked away: cannot be reached (no answer); router: named 1; gateway: is busy (429); lacks: does not ' +
      'have it; and 1 more'
  )
})
