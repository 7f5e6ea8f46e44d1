import { expect, it } from 'vitest'
import { nodeVictim } from '../../e2e/kill/node-victim.ts'
import { killRounds } from '../../e2e/kill/rounds.ts'

// In this folder, not in that of the program: tests there close each connection, and then `fetch` takes an answer that
// a kill has cut for a whole one.

/** A few rounds of `npm run kill -- --node`, which plays hundreds; the seed selects them. */
const ROUNDS = 4
const SEED = 7

it('a node with a repo in a folder loses no acknowledged data by kill -9, and leaves no remains', async () => {
  const { faults, kills } = await killRounds({ rounds: ROUNDS, seed: SEED, victim: await nodeVictim(), log: () => {} })
  expect(faults).toEqual([])
  expect(kills).toEqual({ process: ROUNDS })
}, 300_000)
