import { expect, test } from 'vitest'
import { announcedWords, reachWords } from './reach-words.ts'

const RELAYED = '/dns4/a/tcp/443/wss/p2p/12D3a/p2p-circuit/p2p/12D3b'

test.each([
  [{ addresses: [], services: [] }, /not known yet/],
  [
    { isPeer: false, addresses: [], services: [] },
    /^Nobody can fetch it from this browser: this node is no peer of others\.$/
  ],
  [{ isPeer: true, addresses: [], services: [] }, /from this browser: no relay/],
  [{ isPeer: true, addresses: [RELAYED], services: [] }, /as long as this tab is open: a relay/],
  [
    { isPeer: true, addresses: [RELAYED.replace('circuit', 'circuit/webrtc')], services: ['pinner'] },
    /open, by WebRTC: .* also kept at pinner/
  ],
  [{ isPeer: true, addresses: [], services: ['a', 'b'] }, /no relay has a place for it\. It is also kept at a, b\.$/]
])('describes the current reachability: %#', (reach, words) => {
  expect(reachWords(reach)).toMatch(words)
})

test('describes the result of a provider lookup', () => {
  expect(
    [{ self: true, others: 0 }, { self: true, others: 1 }, { self: false, others: 2 }, { self: false, others: 0 }].map(
      announcedWords
    )
  ).toEqual([
    'Announced: who asks the network is told of this browser, and of nobody else.',
    'Announced: who asks the network is told of this browser, and of one other.',
    'The network knows 2 others who have it, and not this browser.',
    'Not announced: the network knows nobody who has it.'
  ])
})
