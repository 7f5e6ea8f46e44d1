import { expect, it } from 'vitest'
import { jobLine } from './job-line.ts'

it.each([
  [
    'pin/add',
    { paths: ['/ipfs/bafy'], pathCount: 1, mode: 'recursive', name: 'a b', offline: false },
    "ipfs pin add --name='a b' /ipfs/bafy"
  ],
  [
    'pin/add',
    { paths: ['bafy'], mode: 'direct', name: '', offline: true },
    'ipfs pin add --recursive=false --offline=true bafy'
  ],
  // Only the first of several paths is known.
  ['pin/add', { paths: ['bafy'], pathCount: 3, mode: 'recursive', name: '' }, undefined],
  [
    'pin/remote/add',
    { service: 'mine', cid: 'bafy', name: 'x', status: 'queued' },
    'ipfs pin remote add --service=mine --name=x bafy'
  ],
  ['repo/verify', { repair: 'heal', offline: false }, 'ipfs repo verify --heal=true'],
  ['repo/verify', { repair: 'none', offline: true }, 'ipfs repo verify --offline=true'],
  ['repo/gc', {}, 'ipfs repo gc'],
  [
    'add',
    { file: 'x-picked/7/my%20film.mp4', name: 'a film' },
    "ipfs add --nocopy=true --pin-name='a film' 'my film.mp4'"
  ],
  ['add', { name: 'a b' }, "ipfs add --cid-version=1 --pin-name='a b'", { 'cid-version': '1', 'pin-name': 'a b' }],
  // A job of an earlier version.
  ['add', { name: 'sent by somebody' }, undefined],
  ['dag/import', { pinRoots: true, allowBigBlock: false, name: '0b0c/a site.car' }, "ipfs dag import 'a site.car'"],
  ['dag/import', { pinRoots: false, allowBigBlock: true }, 'ipfs dag import --pin-roots=false --allow-big-block=true'],
  ['name/renew', {}, undefined]
])('returns the line of %s with %o', (kind, args, line, asked?: Record<string, string>) => {
  expect(jobLine({ kind, args, asked } as Parameters<typeof jobLine>[0])).toBe(line)
})
