import { expect, it } from 'vitest'
import { chosenLanguage } from './chosen-language.ts'

const marks = (...names: string[]): Pick<CacheStorage, 'has'> => ({ has: async (name) => names.includes(name) })

it('reads the language that the app has marked', async () => {
  expect(await chosenLanguage(marks('swipfs-shell-1', 'swipfs-language-de'))).toBe('de')
  expect(await chosenLanguage(marks('swipfs-language-en'))).toBe('en')
  expect(await chosenLanguage(marks('swipfs-language-xx'))).toBeUndefined()
})

it('is none if the browser does not answer', async () => {
  const caches = {
    async has (): Promise<boolean> {
      throw new Error('no answer')
    }
  }
  expect(await chosenLanguage(caches)).toBeUndefined()
})
