import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pageTokens } from './page-tokens.mjs'

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

it('the pages of the gateway have the design tokens of the app (npm run docs)', () => {
  expect(read('src/gateway/html/page/page-tokens.ts')).toBe(pageTokens(read('src/ui/styles/tokens.css')))
})

it('every token that the pages use is among them', () => {
  const used = ['page-style', 'entry-icons'].flatMap((name) =>
    [...read(`src/gateway/html/page/${name}.ts`).matchAll(/var\(--([\w-]+)\)/g)].map(([, token]) => token)
  )
  const known = read('src/gateway/html/page/page-tokens.ts')
  expect(used.filter((token) => !known.includes(`--${token}:`) && token !== 'end')).toEqual([])
})
