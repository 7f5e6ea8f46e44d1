import { expect, it } from 'vitest'
import { placeWords } from './place-words.ts'

it.each([['/', 'Files'], ['/a b/c', 'Files / a b / c']])('describes the folder %s as %s', (folder, text) => {
  expect(placeWords(folder)).toBe(text)
})
