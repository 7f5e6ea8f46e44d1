import { expect, test } from 'vitest'
import { announcedWords, reachWords } from './reach-words.ts'

const RELAYED = '/dns4/a/tcp/443/wss/p2p/12D3a/p2p-circuit/p2p/12D3b'

test.each([
  [{ addresses: [], services: [] }, /^Checking whether/],
  [
    { isPeer: false, addresses: [], services: [] },
    /^Others can’t download this from you: the node runs without peers\.$/
  ],
  [{ isPeer: true, addresses: [], services: [] }, /right now: no relay is available/],
  [{ isPeer: true, addresses: [RELAYED], services: [] }, /while this tab stays open/],
  [
    { isPeer: true, addresses: [RELAYED.replace('circuit', 'circuit/webrtc')], services: ['pinner'] },
    /stays open\. Also pinned at pinner\.$/
  ],
  [{ isPeer: true, addresses: [], services: ['a', 'b'] }, /no relay is available\. Also pinned at a, b\.$/]
])('describes the current reachability: %#', (reach, words) => {
  expect(reachWords(reach)).toMatch(words)
})

test('describes the result of a provider lookup', () => {
  expect(
    [{ self: true, others: 0 }, { self: true, others: 1 }, { self: false, others: 2 }, { self: false, others: 0 }].map(
      announcedWords
    )
  ).toEqual([
    'Announced. The network lists this browser as the only provider.',
    'Announced. The network lists this browser and one other provider.',
    'The network lists 2 other providers, but not this browser.',
    'Not announced. The network lists no providers.'
  ])
})
