import { describe, expect, it } from 'vitest'
import { isUpload } from './is-upload.ts'

describe('isUpload', () => {
  const picked = { name: 'a', kind: 'file' as const, entries: [], totalBytes: 1 }
  const running = [{ picked, status: 'running' as const }]

  it('matches a job of an upload that the page displays', () => {
    expect(isUpload({ kind: 'add', args: { name: 'a' }, state: 'running' }, running)).toBe(true)
    expect(isUpload({ kind: 'add', args: { name: 'b' }, state: 'running' }, running)).toBe(false)
    expect(isUpload({ kind: 'add', args: { name: 'a' }, state: 'running' }, [])).toBe(false)
    expect(isUpload({ kind: 'repo/gc', args: {}, state: 'running' }, running)).toBe(false)
  })

  it('matches an upload to the MFS by its target path', () => {
    const adding = [{ picked: { ...picked, toFiles: '/d/a' }, status: 'running' as const }]
    expect(
      isUpload(
        { kind: 'add', args: { name: '' }, asked: { 'to-files': '/d/a', pin: 'false' }, state: 'running' },
        adding
      )
    ).toBe(true)
    expect(
      isUpload(
        { kind: 'add', args: { name: '' }, asked: { 'to-files': '/d/b', pin: 'false' }, state: 'running' },
        adding
      )
    ).toBe(false)
    expect(isUpload({ kind: 'add', args: { name: '' }, state: 'running' }, adding)).toBe(false)
  })

  it('excludes interrupted uploads, but matches a reference until its end', () => {
    expect(isUpload({ kind: 'add', args: { name: 'a' }, state: 'failed' }, running)).toBe(false)
    expect(isUpload({ kind: 'add', args: { name: 'a', file: '/picked/1/a' }, state: 'done' }, running)).toBe(true)
  })

  it('matches a CAR import while the page imports one', () => {
    expect(isUpload({ kind: 'dag/import', args: {}, state: 'running' }, running)).toBe(false)
    const importing = [{ picked: { ...picked, name: 'a.car', car: true }, status: 'running' as const }]
    expect(isUpload({ kind: 'dag/import', args: { name: '1-2/a.car' }, state: 'failed' }, importing)).toBe(true)
    expect(isUpload({ kind: 'dag/import', args: { name: '1-2/b.car' }, state: 'running' }, importing)).toBe(false)
  })
})
