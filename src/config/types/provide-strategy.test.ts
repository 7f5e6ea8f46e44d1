import { expect, test } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'
import { parseProvideStrategy } from './provide-strategy.ts'

const NONE = { all: false, pinned: false, roots: false, mfs: false, entities: false }

test.each([
  ['', { ...NONE, all: true }],
  ['all', { ...NONE, all: true }],
  ['flat', { ...NONE, all: true }],
  ['all+flat', { ...NONE, all: true }],
  ['pinned', { ...NONE, pinned: true }],
  ['roots+mfs', { ...NONE, roots: true, mfs: true }],
  ['unique+pinned', { ...NONE, pinned: true }],
  ['pinned+mfs+entities', { ...NONE, pinned: true, mfs: true, entities: true }]
])('the strategy %j is understood', (text, strategy) => {
  expect(parseProvideStrategy(text)).toEqual(strategy)
})

/** Messages of Kubo 0.43. */
const REFUSED = [
  ['pinned+', 'invalid provide strategy: empty token in "pinned+"'],
  ['+', 'invalid provide strategy: empty token in "+"'],
  ['uniuqe', 'unknown provide strategy token: "uniuqe" in "uniuqe"'],
  ['Pinned', 'unknown provide strategy token: "Pinned" in "Pinned"'],
  ['pinned mfs', 'unknown provide strategy token: "pinned mfs" in "pinned mfs"'],
  ['all+pinned', '"all" strategy cannot be combined with other strategies in "all+pinned"'],
  ['all+unique', '"all" strategy cannot be combined with other strategies in "all+unique"'],
  ['unique', '+unique/+entities must combine with pinned and/or mfs in "unique"'],
  ['roots+entities', '+unique/+entities must combine with pinned and/or mfs in "roots+entities"'],
  ['pinned+roots+unique', '+unique/+entities is incompatible with roots in "pinned+roots+unique"']
]

test.each(REFUSED)('the strategy %j is refused', (text, message) => {
  expect(() => parseProvideStrategy(text)).toThrow(message)
})

test('a wrong strategy and a lossy filter cannot be set', async () => {
  const node = await TestNode.start()

  for (const [text, message] of REFUSED) {
    expect((await node.rpc(`config?arg=Provide.Strategy&arg=${encodeURIComponent(text)}`)).lines).toMatchObject([{
      Message: expect.stringContaining(`Provide.Strategy: ${message}`)
    }])
  }

  expect((await node.rpc('config?arg=Provide.Strategy&arg=pinned%2Bunique')).status).toBe(200)
  expect((await node.rpc('config?arg=Provide.BloomFPRate&arg=10&json=true')).lines).toMatchObject([{
    Message: expect.stringContaining('Provide.BloomFPRate must be >= 1000000 (1 in 1M), got 10')
  }])
})
