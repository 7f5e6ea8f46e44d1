import { expect, it } from 'vitest'
import { codeLanguage } from './code-language.ts'

it.each([
  ['a.ts', 'typescript'],
  ['b.min.JS', 'javascript'],
  ['Makefile', 'makefile'],
  ['.bashrc', 'bash'],
  ['Dockerfile', 'dockerfile'],
  ['page.html', 'xml'],
  ['notes.txt', undefined],
  ['', undefined],
  ['archive.', undefined]
])('%s is %s', (name, language) => {
  expect(codeLanguage(name)).toBe(language)
})
