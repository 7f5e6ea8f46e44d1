import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parsePath, parsePathOrCid } from './content-path.ts'

const CID_TEXT = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const name = fc.string({ minLength: 1 }).filter((text) => !text.includes('/') && text !== '.' && text !== '..')

it('returns the names of a clean path', () => {
  fc.assert(fc.property(fc.constantFrom('ipfs', 'ipld'), fc.array(name), (namespace, segments) => {
    const text = ['', namespace, CID_TEXT, ...segments].join('/')
    expect(parsePath(text)).toMatchObject({ namespace, root: CID_TEXT, segments, text })
    expect(String(parsePath(text).cid)).toBe(CID_TEXT)
  }))
})

it('ignores empty and dot elements', () => {
  const noise = fc.constantFrom('', '.', 'x/..', 'x/y/../..')

  fc.assert(fc.property(fc.array(fc.tuple(noise, name)), fc.boolean(), (parts, slash) => {
    const noisy = `/ipfs//${CID_TEXT}/${parts.map(([noise, name]) => `${noise}/${name}`).join('/')}${slash ? '/' : ''}`
    const path = parsePath(noisy)
    expect(path.segments).toEqual(parts.map(([, name]) => name))
    // Parsing the normalized text gives an equal path.
    expect(parsePath(path.text)).toEqual(path)
  }))
})

it('never ascends above the root of the namespace', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom('..', '.', '', 'a'), { maxLength: 8 }), (elements) => {
    let path

    try {
      path = parsePath(`/ipfs/${CID_TEXT}/${elements.join('/')}`)
    } catch (err) {
      expect((err as Error).name).toBe('InvalidPathError')
      return
    }

    expect(path.root === CID_TEXT && path.segments.every((segment) => segment === 'a')).toBe(true)
  }))
})

it('throws only its own error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `/ipfs/${text}`),
        fc.string().map((text) => `/ipns/${text}`)
      ),
      (text) => {
        try {
          parsePathOrCid(text)
        } catch (err) {
          expect((err as Error).name).toBe('InvalidPathError')
        }
      }
    )
  )
})

it('treats a bare CID as a path below /ipfs', () => {
  expect(parsePathOrCid(`${CID_TEXT}/a/b`)).toEqual(parsePath(`/ipfs/${CID_TEXT}/a/b`))
})

it.each([
  ['bad', 'invalid path "bad": path does not have enough components'],
  ['/ipfs', 'invalid path "/ipfs": path does not have enough components'],
  [`/ipfs/${CID_TEXT}/..`, `invalid path "/ipfs/${CID_TEXT}/..": path does not have enough components`],
  [`/other/${CID_TEXT}`, `invalid path "/other/${CID_TEXT}": unknown namespace: "other"`],
  [`ipfs/${CID_TEXT}`, `invalid path "ipfs/${CID_TEXT}": path does not have enough components`],
  ['/x\u0001/y', 'invalid path "/x\\x01/y": unknown namespace: "x\\x01"']
])('rejects %j with the messages of Kubo', (text, message) => {
  expect(() => parsePathOrCid(text)).toThrow(message)
})
