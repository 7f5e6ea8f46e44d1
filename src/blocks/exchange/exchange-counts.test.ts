import { expect, it } from 'vitest'
import { ExchangeCounts } from './exchange-counts.ts'

it('keeps the most recently used ledgers, and counts everything', () => {
  const counts = new ExchangeCounts()

  for (let i = 0; i < 5000; i++) {
    counts.sent(`peer${i}`, 1)
    counts.received('friend', [2])
  }

  expect(counts.stat()).toMatchObject({ blocksSent: 5000, blocksReceived: 5000, dataReceived: 10_000 })
  expect(counts.ledger('friend')).toEqual({ sent: 0, received: 10_000, exchanges: 5000 })
  expect([counts.ledger('peer0').sent, counts.ledger('peer4999').sent]).toEqual([0, 1])
})
