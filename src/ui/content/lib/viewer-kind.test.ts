import { describe, expect, it } from 'vitest'
import { shownName } from '../../lib/text/shown-name.ts'
import { viewerKind } from './viewer-kind.ts'

describe('the viewer of a file', () => {
  it.each([
    ['image/svg+xml', '', 'image'],
    ['video/mp4', '', 'video'],
    ['audio/ogg', '', 'audio'],
    ['application/pdf', '', 'pdf'],
    ['application/json; charset=utf-8', '', 'json'],
    ['application/ld+json', '', 'json'],
    ['text/html; charset=utf-8', '', 'text'],
    ['application/xhtml+xml', '', 'text'],
    ['application/octet-stream', 'a.toml', 'text'],
    ['video/mp2t', 'a.ts', 'text'],
    ['application/octet-stream', 'a.bin', 'other'],
    ['', '', 'other']
  ])('for type %j and name %j is %s', (type, name, kind) => {
    expect(viewerKind(type, name)).toBe(kind)
  })

  it('is described by its kind', () => {
    expect(shownName('invoice\u202egpj.exe')).toBe('invoice[U+202E]gpj.exe')
    expect(['a\nb', 'ü 日本 😀.txt', 'שלום.txt', ''].map(shownName)).toEqual([
      'a[U+000A]b',
      'ü 日本 😀.txt',
      'שלום.txt',
      ''
    ])
  })
})
