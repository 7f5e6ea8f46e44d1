import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HELP_LANGUAGES, helpGaps, helpSources, markupFaults, readHelp } from './help-catalogue.ts'

const sources = helpSources()

it('finds the help of commands, arguments, options and settings', () => {
  expect(sources.length).toBeGreaterThan(700)
  expect(sources).toEqual(expect.arrayContaining([
    'Pin content.',
    'Paths to pin.',
    'Pin all descendants too.',
    'Headers of every gateway response'
  ]))
})

describe.each(HELP_LANGUAGES)('the help in %s (`npm run docs` lists its gaps)', (code) => {
  const catalogue = readHelp(code)

  it('has every text, and no other', () => {
    expect(helpGaps(catalogue, sources)).toEqual({ missing: [], unused: [] })
  })

  it('keeps code, links, names of options and settings, placeholders and numbers', () => {
    const faults = Object.entries(catalogue).map(([english, text]) => [english, markupFaults(english, text)] as const)
    expect(faults.filter(([, parts]) => parts.length > 0)).toEqual([])
  })

  it('has no empty or padded text', () => {
    expect(Object.entries(catalogue).filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })

  it('has one line for each line of the English text', () => {
    const lines = (text: string): number => text.split('\n').length
    expect(Object.entries(catalogue).filter(([english, text]) => lines(english) !== lines(text))).toEqual([])
  })

  it('is in the order of the reference, as `npm run docs` writes it', () => {
    const text = JSON.stringify(Object.fromEntries(sources.map((key) => [key, catalogue[key]])), null, 2)
    expect(readFileSync(new URL(`../../../public/reference/help-${code}.json`, import.meta.url), 'utf8')).toBe(
      `${text}\n`
    )
  })
})

describe('gaps and faults', () => {
  it('lists missing and unused texts', () => {
    expect(helpGaps({ a: 'A', c: 'C' }, ['a', 'b'])).toEqual({ missing: ['b'], unused: ['c'] })
  })

  it.each([
    ['Use `a`, not `b`.', '`b` nicht, sondern `a`.', []],
    ['Use `a`.', 'Benutze a.', ['`a`']],
    ['Use a.', 'Benutze `a`.', ['`a`']],
    ['Use `a`.', 'Benutze `a.', ['`a`', '`a.']],
    ['See [Rules](#rules).', 'Siehe [Regeln](#rules).', []],
    ['See [Rules](#rules).', 'Siehe [Regeln](#regeln).', ['](#rules)', '](#regeln)']],
    ['Kubo has --enable-gc.', 'Kubo hat --gc.', ['--enable-gc']],
    ['Placeholders: <src>, %s', 'Platzhalter: <Quelle>, %q', ['<src>', '%s']],
    ['Requires flush=false.', 'Benötigt flush=nein.', ['flush=false']],
    ['Default: Import.HashFunction', 'Standard: Import.Hash', ['Import.HashFunction']],
    ['A path below /ipfs.', 'Ein Pfad unter /ipns.', ['/ipfs']],
    ['At most 1024.', 'Höchstens 1000.', ['1024']]
  ])('compares %j with %j', (english, text, faults) => {
    expect(markupFaults(english, text)).toEqual(faults)
  })
})
