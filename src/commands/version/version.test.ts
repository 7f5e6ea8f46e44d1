import { beforeAll, describe, expect, test } from 'vitest'
import { lockDependencies } from '../../../scripts/build/lock-dependencies.mjs'
import { TestNode } from '../../testing/test-node.ts'

let node: TestNode

beforeAll(async () => {
  node = await TestNode.start({
    online: true,
    config: { 'Routing.Type': 'dht' },
    dependencies: async () => await lockDependencies()
  })
})

describe('version', () => {
  test.each([
    ['', 'ipfs version 0.40.0\n'],
    ['number=true', '0.40.0\n'],
    ['commit=true', 'ipfs version 0.40.0\n'],
    ['number=true&commit=true', '0.40.0\n'],
    ['repo=true', '18\n'],
    ['all=true', 'Kubo version: 0.40.0\nRepo version: 18\nSystem version: wasm/browser\nGolang version: javascript\n']
  ])('%s', async (query, text) => {
    expect((await node.rpc(`version?encoding=text&${query}`)).text).toBe(text)
  })
})

describe('version/deps', () => {
  test('lists this program and its packages', async () => {
    const { lines, headers } = await node.rpc('version/deps')
    expect(headers.get('x-chunked-output')).toBe('1')
    expect(lines[0]).toEqual({
      Path: 'swipfs',
      Version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      ReplacedBy: '',
      Sum: ''
    })
    expect(lines).toContainEqual({
      Path: 'multiformats',
      Version: expect.stringMatching(/^14\./),
      ReplacedBy: '',
      Sum: expect.stringMatching(/^sha512-/)
    })
    // Packages of tests and builds are not included.
    expect((lines as Array<{ Path: string }>).map(({ Path }) => Path)).not.toContain('vitest')
  })

  test('prints one line each', async () => {
    expect((await node.rpc('version/deps?encoding=text')).text.split('\n')[0]).toMatch(/^swipfs@\d+\.\d+\.\d+$/)
  })

  test('says so if the build does not know them', async () => {
    expect(await (await TestNode.start()).rpc('version/deps')).toMatchObject({
      status: 500,
      lines: [{ Message: 'no embedded dependency information' }]
    })
  })
})

describe('version/check', () => {
  test('compares with no peers if none are known', async () => {
    expect((await node.rpc('version/check')).lines).toEqual([{
      UpdateAvailable: false,
      RunningVersion: '0.40.0',
      GreatestVersion: '0.40.0',
      PeersSampled: 1,
      WithGreaterVersion: 0
    }])
  })

  test.each(['min-percent=0', 'min-percent=-1', 't=101'])('accepts %s, like Kubo', async (percentage) => {
    expect(await node.rpc(`version/check?${percentage}`)).toMatchObject({
      status: 200,
      lines: [{ UpdateAvailable: false, PeersSampled: 1 }]
    })
  })

  test('needs routing with peers', async () => {
    expect(await (await TestNode.start()).rpc('version/check')).toMatchObject({
      status: 500,
      lines: [{ Message: "this command must be run in online mode. Try running 'ipfs daemon' first" }]
    })
    expect(await (await TestNode.start({ online: true, config: { 'Routing.Type': 'none' } })).rpc('version/check'))
      .toMatchObject({
        lines: [{ Message: 'could not perform version check due to missing or incompatible DHT configuration' }]
      })
  })
})
