import { expect, it } from 'vitest'
import { jobLine } from './job-line.ts'

it.each([
  ['pin/add', { paths: ['/ipfs/bafy'], pathCount: 1, mode: 'recursive', name: 'a b', offline: false }, 'ipfs pin add --name=\'a b\' /ipfs/bafy'],
  ['pin/add', { paths: ['bafy'], mode: 'direct', name: '', offline: true }, 'ipfs pin add --recursive=false --offline=true bafy'],
  // of several the first alone is told
  ['pin/add', { paths: ['bafy'], pathCount: 3, mode: 'recursive', name: '' }, undefined],
  ['pin/remote/add', { service: 'mine', cid: 'bafy', name: 'x', status: 'queued' }, 'ipfs pin remote add --service=mine --name=x bafy'],
  ['repo/verify', { repair: 'heal', offline: false }, 'ipfs repo verify --heal=true'],
  ['repo/verify', { repair: 'none', offline: true }, 'ipfs repo verify --offline=true'],
  ['repo/gc', {}, 'ipfs repo gc'],
  ['add', { file: 'x-picked/7/my%20film.mp4', name: 'a film' }, 'ipfs add --nocopy=true --pin-name=\'a film\' \'my film.mp4\''],
  ['add', { name: 'sent by somebody' }, undefined],
  ['name/renew', {}, undefined]
])('the line of %s with %o', (kind, args, line) => {
  expect(jobLine({ kind, args } as Parameters<typeof jobLine>[0])).toBe(line)
})
