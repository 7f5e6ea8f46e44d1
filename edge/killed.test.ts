import { describe, expect, it } from 'vitest'
import { edgeVictim } from '../e2e/kill/edge-victim.ts'
import { killRounds } from '../e2e/kill/rounds.ts'
import { hasEngine } from './testing/has-engine.ts'

/** A few rounds of `npm run kill -- --edge`, which plays hundreds; the seed selects them. */
const ROUNDS = 4
const SEED = 11

describe('a node on the edge whose engine is killed', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  it('loses no acknowledged data at random moments, and leaves no remains', async () => {
    const { faults, kills } = await killRounds({
      rounds: ROUNDS,
      seed: SEED,
      victim: await edgeVictim(),
      log: () => {}
    })
    expect(faults).toEqual([])
    expect(kills).toEqual({ engine: ROUNDS })
  }, 300_000)
})
