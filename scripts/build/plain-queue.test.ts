import Denque from 'denque'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import PlainQueue from './plain-queue.mjs'

test('behaves like the package, in any order of calls', () => {
  const [plain, whole] = [new PlainQueue(), new Denque<number>()]

  for (let i = 0; i < 5000; i++) {
    const some = (i * 7919) % 13

    if (some === 0) {
      plain.clear()
      whole.clear()
    } else if (some < 7) {
      plain.push(i)
      whole.push(i)
    } else {
      expect(plain.shift()).toBe(whole.shift())
    }

    expect(plain.peekFront()).toBe(whole.peekFront())
  }
})

test('is used by gossipsub with no other methods', () => {
  const source = readFileSync(
    new URL('../../node_modules/@libp2p/gossipsub/dist/src/score/message-deliveries.js', import.meta.url),
    'utf8'
  )
  const asked = new Set([...source.matchAll(/this\.queue\.(\w+)/g)].map(([, name]) => name))
  expect([...asked].sort()).toEqual(['clear', 'peekFront', 'push', 'shift'])
})
