import { readFileSync } from 'node:fs'
import Denque from 'denque'
import { expect, test } from 'vitest'
import PlainQueue from './plain-queue.mjs'

test('it is of the mind of the package, in whatever order things come and go', () => {
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

test('gossipsub asks for nothing else', () => {
  const source = readFileSync(new URL('../../node_modules/@libp2p/gossipsub/dist/src/score/message-deliveries.js', import.meta.url), 'utf8')
  const asked = new Set([...source.matchAll(/this\.queue\.(\w+)/g)].map(([, name]) => name))
  expect([...asked].sort()).toEqual(['clear', 'peekFront', 'push', 'shift'])
})
