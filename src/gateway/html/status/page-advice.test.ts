import { expect, it } from 'vitest'
import type { AskedSource } from '../../../blocks/exchange/retrieval-report.ts'
import { NOTHING_ASKED } from '../../../blocks/exchange/retrieval-report.ts'
import { needsAppPage, sourcesList } from './page-advice.ts'

const router = (state: AskedSource['state'], name = 'https://router.example'): AskedSource => ({
  name,
  role: 'router',
  state,
  found: 0,
  bytes: 0
})

const rows = (sources: AskedSource[]): number =>
  sourcesList({ ...NOTHING_ASKED, sources }).match(/<li class="source /g)?.length ?? 0

it('lists a source once that gave the same answer twice, and each other answer', () => {
  expect(rows([])).toBe(0)
  expect(rows([router('failed'), router('failed')])).toBe(1)
  expect(rows([router('failed'), router('answered'), router('failed', 'https://other.example')])).toBe(3)
})

it('counts the sources that are not shown', () => {
  const many = Array.from({ length: 15 }, (_, i) => router('failed', `https://${i}.example`))
  expect(sourcesList({ ...NOTHING_ASKED, sources: [...many, ...many] })).toContain('and 3 more')
})

it('leads to a page that can connect to browsers once no other source helps', () => {
  const browser: AskedSource = {
    name: '12D3KooWA',
    role: 'provider',
    state: 'failed',
    found: 0,
    bytes: 0,
    needsPage: true
  }
  const lead = (sources: AskedSource[], ms: number, bytes = 0): boolean =>
    needsAppPage({ ...NOTHING_ASKED, sources, bytes }, ms)

  expect(lead([browser, router('answered')], 0)).toBe(true)
  expect(lead([browser, router('asking')], 1000)).toBe(false)
  expect(lead([browser, router('asking')], 3001)).toBe(true)
  expect(lead([browser, router('answered')], 3001, 1)).toBe(false)
  expect(lead([router('failed')], 3001)).toBe(false)
  expect(needsAppPage(undefined, 3001)).toBe(false)
})
