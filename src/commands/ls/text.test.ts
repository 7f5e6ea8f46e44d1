import { describe, expect, it } from 'vitest'
import { modeText } from '../shared/mode-text.ts'
import { modTimeText } from './mod-time-text.ts'
import { lsText } from './text.ts'

const file = { Name: 'file', Hash: 'Qm1', Size: 12, Type: 2, Target: '', Mode: 0o644, ModTime: '0001-01-01T00:00:00Z' }
const folder = { ...file, Name: 'fol\nder', Hash: 'Qm22', Type: 1, Mode: 2 ** 31 + 0o755 }

describe('listings', () => {
  it('have columns, and a slash after directories', () => {
    expect(lsText({ Objects: [{ Hash: 'x', Links: [file, folder] }] }, { size: true, severalPaths: false })).toBe(
      'Qm1  12 file\nQm22 -  fol\\nder/\n'
    )
  })

  it('have titles if there are several, one for equal paths', () => {
    const objects = [{ Hash: 'x', Links: [file] }, { Hash: 'x', Links: [file] }, { Hash: 'y', Links: [] }]
    expect(lsText({ Objects: objects }, { size: false, severalPaths: true, headers: true })).toBe(
      'x:\nHash Name\nQm1  file\nQm1  file\n\ny:\nHash Name\n'
    )
  })

  it('have no titles in a stream, and wider columns', () => {
    expect(
      lsText({ Objects: [{ Hash: 'x', Links: [file] }] }, {
        size: true,
        severalPaths: true,
        headers: true,
        stream: true
      })
    ).toBe('Qm1       12        file\n')
  })

  it('show permissions and times in the long form', () => {
    expect(
      lsText({ Objects: [{ Hash: 'x', Links: [folder, { ...file, Mode: 0 }] }] }, {
        size: true,
        severalPaths: false,
        long: true
      })
    )
      .toBe('drwxr-xr-x Qm22 -  - fol\\nder/\n-          Qm1  12 - file\n')
  })
})

it.each([
  [0o644, '-rw-r--r--'],
  [2 ** 31 + 0o755, 'drwxr-xr-x'],
  [2 ** 27 + 0o777, 'lrwxrwxrwx'],
  [2 ** 23 + 0o744, '-rwsr--r--'],
  [2 ** 23 + 2 ** 22 + 2 ** 20 + 0o644, '-rwSr-Sr-T'],
  [2 ** 31 + 2 ** 20 + 0o777, 'drwxrwxrwt']
])('writes the mode %o as %s', (mode, text) => {
  expect(modeText(mode)).toBe(text)
})

it.each([
  ['0001-01-01T00:00:00Z', '-'],
  ['2024-08-30T09:08:07.5Z', 'Aug 30 09:08'],
  ['2024-03-01T12:00:01Z', 'Mar 01 12:00'],
  ['2024-03-01T11:59:59Z', 'Mar 01  2024'],
  ['2024-09-02T11:59:59Z', 'Sep 02 11:59'],
  ['2024-09-02T12:00:00Z', 'Sep 02  2024'],
  ['1970-01-01T00:00:00Z', 'Jan 01  1970']
])('writes the time %s as %s', (time, text) => {
  expect(modTimeText(time, new Date('2024-09-01T12:00:00Z'))).toBe(text)
})
