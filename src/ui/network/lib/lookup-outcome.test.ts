import { expect, it } from 'vitest'
import type { LookupSource } from '../../../client/index.ts'
import { lookupOutcome } from './lookup-outcome.ts'

const source = (part: Partial<LookupSource>): LookupSource => ({
  name: 'https://a.example',
  role: 'router',
  state: 'answered',
  found: 0,
  ...part
})
const AWAY = source({ state: 'failed', failure: 'failed' })

it('ends when all places have ended', () => {
  expect(lookupOutcome([])).toBe('asking')
  expect(lookupOutcome([AWAY, source({ state: 'asking' })])).toBe('asking')
  expect(lookupOutcome([AWAY])).toBe('away')
  expect(lookupOutcome([AWAY, source({})])).toBe('nowhere')
  expect(lookupOutcome([AWAY, source({ found: 1 })])).toBe('found')
})
