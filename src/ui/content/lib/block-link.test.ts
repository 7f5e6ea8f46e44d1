import { describe, expect, it } from 'vitest'
import { hexLines } from '../../explore/hex-lines.ts'
import { blockLinks } from './block-link.ts'
import { unixfsType } from './unixfs-type.ts'

describe('a block', () => {
  it.each([
    ['CAE', 'directory'],
    ['CAISBWhlbGxvGAU', 'file'],
    ['CAUSAP8', 'hamt'],
    ['CAQSBC9hL2I', 'symlink'],
    ['CAASAWEYAQ', 'raw'],
    ['EgFhCAI', 'file'],
    ['CAk', undefined],
    ['', undefined],
    ['/////w', undefined]
  ])('with the data %s is a %s', (data, type) => {
    expect(unixfsType(data)).toBe(type)
  })

  it('has named and unnamed links for dag-pb', () => {
    const value = {
      Data: { '/': { bytes: 'CAE' } },
      Links: [{ Hash: { '/': 'A' }, Name: 'a', Tsize: 3 }, { Hash: { '/': 'B' } }]
    }
    expect(blockLinks(value, 'dag-pb')).toEqual([{ name: 'a', cid: 'A', size: 3 }, {
      name: '',
      cid: 'B',
      size: undefined
    }])
    expect(blockLinks({ Data: null }, 'dag-pb')).toEqual([])
  })

  it('has links anywhere in its value for other codecs', () => {
    const value = { a: { '/': 'A' }, b: [1, { c: { '/': 'B' } }, { '/': { bytes: 'AAA' } }], n: null }
    expect(blockLinks(value, 'dag-cbor')).toEqual([{ name: 'a', cid: 'A' }, { name: 'b/1/c', cid: 'B' }])
    expect(blockLinks({ '/': 'A' }, 'dag-json')).toEqual([{ name: '', cid: 'A' }])
    expect(blockLinks(3, 'dag-cbor')).toEqual([])
  })

  it('is formatted as hex', () => {
    const bytes = new TextEncoder().encode('hello\nwörld')
    expect(hexLines(bytes, { start: 0, end: 512, perLine: 8 })).toEqual([
      '0000  68 65 6c 6c 6f 0a 77 c3  hello·w·',
      '0008  b6 72 6c 64              ·rld'
    ])
    expect(hexLines(new Uint8Array(70_000), { start: 69_984, end: 70_100, perLine: 16 })).toHaveLength(1)
    expect(hexLines(new Uint8Array(0), { start: 0, end: 512, perLine: 16 })).toEqual([])
  })
})
