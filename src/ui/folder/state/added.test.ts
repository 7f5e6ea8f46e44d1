import { expect, it } from 'vitest'
import { added, noteAdded } from './added.ts'
import { reportMoved } from './moved.ts'

it('keeps the time of an entry, and of everything in it, when it is moved or renamed', async () => {
  noteAdded(['/a', '/ab'], 1)
  noteAdded(['/a/b.txt'], 2)
  await reportMoved({ from: '/a', to: '/c/d' })
  expect([...added.value]).toEqual([['/c/d', 1], ['/ab', 1], ['/c/d/b.txt', 2]])
})
