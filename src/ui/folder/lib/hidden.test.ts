import { expect, it } from 'vitest'
import { sharedCopy, withoutHidden } from './hidden.ts'

it('hides the own folders of the app in the root, and nowhere else', () => {
  const entries = [{ name: '.bin' }, { name: 'a' }, { name: '.shared' }]
  expect(withoutHidden('/', entries)).toEqual([{ name: 'a' }])
  expect(withoutHidden('/a', entries)).toBe(entries)
  expect(sharedCopy('bafy')).toBe('/.shared/bafy')
})
