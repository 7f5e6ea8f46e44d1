import { expect, it } from 'vitest'
import { sectionTitle } from './section-title.ts'
import { readSection } from './section.ts'

it.each([
  ['', 'Files · swipfs'],
  ['#/pinned', 'Pinned · swipfs'],
  ['#/bin', 'Bin · swipfs'],
  ['#/files', 'Files · swipfs'],
  ['#/files/photos/2024%E2%80%AE', '2024[U+202E] · Files · swipfs'],
  ['#/files/photos/a.jpg?view', 'a.jpg · photos · Files · swipfs'],
  ['#/pinned/bafkqaaa?view&name=a.jpg', 'a.jpg · Pinned · swipfs'],
  ['#/pinned/bafkqaaa/b.jpg?view', 'b.jpg · Pinned · swipfs'],
  ['#/explore', 'Explore · swipfs'],
  ['#/explore/ipfs/bafkqaaa/a.txt', 'a.txt · Explore · swipfs'],
  ['#/node/keys', 'Keys and names · Node · swipfs'],
  ['#/console/id', 'Console · swipfs'],
  ['#open=/ipfs/bafkqaaa?filename=a.jpg&at=/ip4/1.2.3.4/tcp/1/ws', 'a.jpg · Shared with you · swipfs'],
  ['#/s/damaged', 'Shared with you · swipfs'],
  ['#/s/damaged/b.jpg', 'b.jpg · Shared with you · swipfs']
])('%s has the title %s', (hash, title) => {
  expect(sectionTitle(readSection(hash))).toBe(title)
})
