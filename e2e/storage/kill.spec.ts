import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/site/site.ts'
import { browserVictim } from '../kill/browser-victim.ts'
import { compare } from '../kill/compare.ts'
import { cutLog, databases } from '../kill/leveldb-log.ts'
import type { Seen } from '../kill/look.ts'
import type { Model } from '../kill/model.ts'
import { killRounds } from '../kill/rounds.ts'

/** Rounds of `npm run kill`, which runs hundreds; another seed makes other rounds. */
const ROUNDS = 6
const SEED = 7

test('loses nothing when worker, renderer and browser are killed at random moments', async ({ site }) => {
  // The rounds report requests that do not end.
  test.setTimeout(900_000)
  const { faults, kills } = await killRounds({
    rounds: ROUNDS,
    seed: SEED,
    victim: await browserVictim({ origin: site.origin }),
    log: (line) => {
      console.log(line)
    }
  })
  expect(faults).toEqual([])
  expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBe(ROUNDS)
})

const PIN = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const DIRECT = 'bafkreieb3ohlxo6gtrwgvvfgvkjlo3qmbcxvi7ncg246fso34hmcqwubga'
const SMALL = '122081db8ebbbbc69c6c6ad4a6aa92b76e0c08af547da236b9e2c9dbe1d8285a8130'
const BLOCK = '12202cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

function promised (): Model {
  return {
    identity: 'me',
    pins: new Map([[PIN, { name: 'mine', at: new Map([['db', { log: 3, sizeBytes: 100 }]]) }]]),
    direct: new Map([[DIRECT, { name: 'small', at: new Map([['db', { log: 3, sizeBytes: 100 }]]) }]]),
    unpinned: new Map([['aa', { at: new Map() }]]),
    config: new Map([['A', '1']]),
    keys: new Map([['k', 'id']]),
    published: new Map([['id', '/ipfs/x']]),
    files: new Map([['/1/f', { seed: 5, sizeBytes: 10, at: new Map() }]]),
    filesAt: new Map([['db', { log: 3, sizeBytes: 100 }]]),
    local: new Set([BLOCK, SMALL, 'aa']),
    gone: new Set(['dd']),
    nextSeed: 1,
    known: [],
    sizes: new Map()
  }
}

function seen (change: Partial<Seen> = {}): Seen {
  return {
    identity: 'me',
    pins: new Map([[PIN, 'mine']]),
    direct: new Map([[DIRECT, 'small']]),
    local: new Set([BLOCK, SMALL, 'aa']),
    reachable: new Set([BLOCK, SMALL]),
    config: async () => '1',
    keys: new Map([['k', 'id']]),
    published: async () => '/ipfs/x',
    files: new Set(['/1/f']),
    holds: async (path, { seed }) => path === '/1/f' && seed === 5,
    broken: new Map(),
    corrupt: new Set(),
    repoSize: 0,
    faults: [],
    ...change
  }
}

test(
  'truncates the logs of blocks and datastore, wherever Chromium stores them',
  async ({ browserName: _ }, info) => {
    const profile = info.outputPath('profile')
    const folders = ['IndexedDB/http_node.localhost_1.indexeddb.leveldb', 'WebStorage/2/IndexedDB/indexeddb.leveldb']
      .map((folder) => path.join(profile, 'Default', folder))

    for (const folder of folders) {
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, '000003.log'), new Uint8Array(100))
    }

    expect(databases(profile).sort()).toEqual(folders)
    expect(folders.map((folder) => cutLog(folder, () => 30)?.position.get(folder))).toEqual(
      folders.map(() => ({ log: 3, sizeBytes: 70 }))
    )
    await rm(profile, { recursive: true })
  }
)

test.describe('the kill test detects', () => {
  const quiet = { open: [], unpinned: [], collected: false }
  const cut = (sizeBytes: number): Parameters<typeof compare>[2] => ({
    ...quiet,
    cut: new Map([['db', { log: 3, sizeBytes }]])
  })

  const cases: Array<[string, Partial<Seen>, Parameters<typeof compare>[2], RegExp | undefined]> = [
    ['that all is well', {}, quiet, undefined],
    ['another identity', { identity: 'you' }, quiet, /LOST identity/],
    ['a lost pin', { pins: new Map() }, quiet, /LOST pin/],
    ['a pin that was being removed', { pins: new Map() }, { ...quiet, open: [{ unpin: PIN }] }, undefined],
    ['a pin with another name', { pins: new Map([[PIN, '']]) }, quiet, /was named mine/],
    ['a pin that nobody asked for', { pins: new Map([[PIN, 'mine'], ['other', 'x']]) }, quiet, /UNKNOWN pin/],
    ['a pin that was under way', { pins: new Map([[PIN, 'mine'], ['other', 'x']]) }, {
      ...quiet,
      open: [{ pin: { name: 'x' } }]
    }, undefined],
    ['lost blocks of a pin', { broken: new Map([[PIN, 'x']]) }, quiet, /LOST blocks/],
    [
      'lost blocks of a pin that was written before the cut',
      { broken: new Map([[PIN, 'x']]) },
      cut(100),
      /LOST blocks/
    ],
    ['blocks that the cut took, where the node says so', { broken: new Map([[PIN, 'x']]) }, cut(99), undefined],
    ['a lost pin behind a cut', { pins: new Map() }, cut(99), /LOST pin/],
    ['a lost direct pin', { direct: new Map() }, quiet, /LOST direct pin/],
    [
      'a direct pin that was being removed',
      { direct: new Map() },
      { ...quiet, open: [{ removedDirect: DIRECT }] },
      undefined
    ],
    [
      'the lost block of a direct pin',
      { local: new Set([BLOCK, 'aa']), reachable: new Set([BLOCK]) },
      quiet,
      /LOST the block of the direct pin/
    ],
    ['half of an update', { pins: new Map([[PIN, 'mine'], ['other', 'mine']]) }, {
      ...quiet,
      open: [{ pin: { cid: 'other', name: 'mine' }, unpin: PIN }]
    }, /half of an update/],
    ['an update that was under way', { pins: new Map([['other', 'mine']]) }, {
      ...quiet,
      open: [{ pin: { cid: 'other', name: 'mine' }, unpin: PIN }]
    }, undefined],
    ['half of a move', { files: new Set(['/1/f', '/2/f']), holds: async () => true }, {
      ...quiet,
      open: [{ file: { path: '/2/f', seed: 5, sizeBytes: 10 }, removedFile: '/1/f' }]
    }, /half of a move/],
    ['a lost setting', { config: async () => '2' }, quiet, /LOST config/],
    ['a lost key', { keys: new Map() }, quiet, /LOST key/],
    ['another key under the same name', { keys: new Map([['k', 'other']]) }, quiet, /LOST key/],
    ['a key that was being removed', { keys: new Map() }, { ...quiet, open: [{ removedKey: 'k' }] }, undefined],
    ['a key that nobody asked for', { keys: new Map([['k', 'id'], ['l', 'id2']]) }, quiet, /UNKNOWN key/],
    ['an older name', { published: async () => '/ipfs/w' }, quiet, /LOST name/],
    ['a newer name', { published: async () => '/ipfs/y' }, {
      ...quiet,
      open: [{ publish: { id: 'id', value: '/ipfs/y' } }]
    }, undefined],
    ['a lost file', { files: new Set() }, quiet, /LOST file/],
    ['lost directories of files', { files: undefined }, quiet, /LOST the directories/],
    ['directories that the cut took', { files: undefined }, cut(99), undefined],
    ['a file with other content', { holds: async () => false }, quiet, /LOST content of the file/],
    ['a file with the content that was under way', { holds: async (_, { seed }) => seed === 6 }, {
      ...quiet,
      open: [{ file: { path: '/1/f', seed: 6, sizeBytes: 1 } }]
    }, undefined],
    ['half of a file that was under way', { files: new Set(['/1/f', '/1/g']) }, {
      ...quiet,
      open: [{ file: { path: '/1/g', seed: 6, sizeBytes: 1 } }]
    }, /half of the file/],
    ['a lost unpinned block', { local: new Set([BLOCK, SMALL]) }, quiet, /LOST 1 unpinned/],
    ['one that was collected', { local: new Set([BLOCK, SMALL]) }, { ...quiet, collected: true }, undefined],
    ['what an add left behind', { local: new Set([BLOCK, SMALL, 'aa', 'bb']) }, {
      ...quiet,
      open: [{ pin: { name: 'x' } }]
    }, /REST of 1/],
    ['removed blocks that are back', { local: new Set([BLOCK, SMALL, 'aa', 'dd']) }, quiet, /REST of 1/],
    ['removed blocks that a cut brought back', { local: new Set([BLOCK, SMALL, 'aa', 'dd']) }, cut(99), undefined],
    ['a block that cannot be read', { corrupt: new Set([BLOCK]) }, cut(99), /1 blocks cannot be read/],
    [
      'a removed one that a cut brought back',
      { local: new Set([BLOCK, SMALL, 'aa', 'dd']), corrupt: new Set(['dd']) },
      cut(99),
      undefined
    ],
    ['half of an add without a pin', { local: new Set([BLOCK, SMALL, 'aa', 'bb']) }, {
      ...quiet,
      unpinned: ['bb', 'cc'],
      open: [{ unpinned: ['bb', 'cc'] }]
    }, /1 of 2 blocks stay/]
  ]

  for (const [what, change, round, fault] of cases) {
    test(what, async () => {
      const faults = await compare(promised(), seen(change), round)
      if (fault == null) {
        expect(faults).toEqual([])
      } else {
        expect(faults.join('\n')).toMatch(fault)
      }
    })
  }
})
