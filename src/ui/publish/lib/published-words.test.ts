import { expect, it } from 'vitest'
import type { PublishedFolder } from './published-row.ts'
import { publishedWords } from './published-words.ts'

it.each<[Partial<PublishedFolder>, string]>([
  [{}, 'Not published yet.'],
  [{ cid: 'bafy' }, 'Saved on this device. It is published when you are online.'],
  [{ cid: 'bafy', places: [{ place: 'a' }] }, 'Published to 1 of 1 place.'],
  [
    { cid: 'bafy', places: [{ place: 'a' }, { place: 'b', problem: 'gone' }, { place: 'c', problem: 'full' }] },
    'Published to 1 of 3 places.'
  ],
  [{ cid: 'bafy', problem: 'file does not exist' }, 'The last changes could not be published.']
])('%j: %s', (part, sentence) => {
  expect(publishedWords({ id: 'k51x', path: '/photos', places: [], ...part })).toBe(sentence)
})
