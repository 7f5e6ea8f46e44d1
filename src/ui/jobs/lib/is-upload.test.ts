import { describe, expect, it } from 'vitest'
import { isUpload } from './is-upload.ts'

const begunMs = Date.parse('2026-01-02T03:04:05Z')

describe('isUpload', () => {
  const picked = { name: 'a', kind: 'file' as const, entries: [], totalBytes: 1, toFiles: '/d/a' }
  const running = [{ picked, status: 'running' as const, begunMs }]
  const job = {
    kind: 'add',
    args: { name: '' } as Record<string, unknown>,
    asked: { 'to-files': '/d/a', pin: 'false' } as Record<string, string> | undefined,
    state: 'running' as const,
    begun: '2026-01-02T03:04:06Z'
  }

  it('matches a job of an upload that the page displays, by its target path', () => {
    expect(isUpload(job, running)).toBe(true)
    expect(isUpload({ ...job, asked: { 'to-files': '/d/b', pin: 'false' } }, running)).toBe(false)
    expect(isUpload({ ...job, asked: undefined }, running)).toBe(false)
    expect(isUpload(job, [])).toBe(false)
    expect(isUpload(job, [{ ...running[0], status: 'done' }])).toBe(false)
    expect(isUpload({ ...job, kind: 'repo/gc' }, running)).toBe(false)
  })

  it('matches an interrupted job that the page repeats, but none from before the upload', () => {
    expect(isUpload({ ...job, state: 'failed' }, running)).toBe(true)
    expect(isUpload({ ...job, state: 'failed', begun: '2026-01-02T03:04:04Z' }, running)).toBe(false)
  })

  it('matches a reference until its end, by its name', () => {
    const referring = [{ ...running[0], picked: { ...picked, handle: {} as FileSystemFileHandle } }]
    const done = { ...job, args: { name: 'a', file: '/picked/1/a' }, asked: undefined, state: 'done' as const }
    expect(isUpload(done, referring)).toBe(true)
    expect(isUpload({ ...done, args: { name: 'b' } }, referring)).toBe(false)
  })

  it('matches a CAR import while the page imports one', () => {
    const importing = [{ ...running[0], picked: { ...picked, name: 'a.car', car: true } }]
    const job = { kind: 'dag/import', args: {}, state: 'running' as const, begun: '2026-01-02T03:04:06Z' }
    expect(isUpload(job, running)).toBe(false)
    expect(isUpload({ ...job, args: { name: '1-2/a.car' }, state: 'failed' }, importing)).toBe(true)
    expect(isUpload({ ...job, args: { name: '1-2/b.car' } }, importing)).toBe(false)
  })
})
