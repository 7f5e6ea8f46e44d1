import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseServeArgs } from './serve-args.ts'

describe('the command line of serve', () => {
  test('has defaults', () => {
    expect(parseServeArgs([])).toEqual({
      repo: undefined,
      rpcPort: 5001,
      gatewayPort: 8080,
      offline: false,
      uploadStallMs: 60_000,
      config: {},
      names: new Map()
    })
  })

  test('finds the denylists of a repo, if it has any', () => {
    const repo = mkdtempSync(join(tmpdir(), 'swipfs-args-'))
    expect(parseServeArgs([], { IPFS_PATH: repo }).denylists).toBeUndefined()
    mkdirSync(join(repo, 'denylists'))
    expect(parseServeArgs([], { IPFS_PATH: repo }).denylists).toBe(join(repo, 'denylists'))
    expect(parseServeArgs(['--repo', repo], { IPFS_PATH: '/elsewhere' }).denylists).toBe(join(repo, 'denylists'))
    expect(parseServeArgs(['--denylists', '/own'], { IPFS_PATH: repo }).denylists).toBe('/own')
    rmSync(repo, { recursive: true })
  })

  test('accepts all options', () => {
    expect(
      parseServeArgs([
        '--repo',
        'my-repo',
        '--rpc-port',
        '0',
        '--gateway-port=65535',
        '--offline',
        '--upload-stall',
        '1m30s',
        '--psa-token',
        'a-token=',
        '--config',
        '{"Gateway.NoFetch": true, "Bootstrap": []}'
      ])
    ).toEqual({
      repo: 'my-repo',
      rpcPort: 0,
      gatewayPort: 65535,
      offline: true,
      uploadStallMs: 90_000,
      psaToken: 'a-token=',
      config: { 'Gateway.NoFetch': true, Bootstrap: [] },
      names: new Map()
    })
  })

  test.each([
    [['--nosuch'], "Unknown option '--nosuch'"],
    [['file'], "Unexpected argument 'file'"],
    [['--repo='], '--repo must name a folder'],
    [['--rpc-port'], "Option '--rpc-port <value>' argument missing"],
    [['--rpc-port', 'x'], "--rpc-port must be a port from 0 to 65535, and is 'x'"],
    [['--gateway-port', '65536'], "--gateway-port must be a port from 0 to 65535, and is '65536'"],
    [['--rpc-port', '1.5'], "--rpc-port must be a port from 0 to 65535, and is '1.5'"],
    [['--upload-stall', '60'], "--upload-stall must be a duration as 90s, or 0, and is '60'"],
    [['--upload-stall=-1s'], "--upload-stall must be a duration as 90s, or 0, and is '-1s'"],
    [
      ['--config', '{"Datastore.StorageMax": "x"}'],
      '--config: Datastore.StorageMax: Datastore.StorageMax is no number of bytes: strconv.ParseFloat: ' +
      'parsing "": invalid syntax'
    ],
    [['--psa-token', 'short'], '--psa-token must be 8 to 1024 characters that a header can hold, without spaces'],
    [
      ['--psa-token', 'with a space'],
      '--psa-token must be 8 to 1024 characters that a header can hold, without spaces'
    ],
    [
      ['--config', '{"Provide.Strategy": "pinnd"}'],
      '--config: Provide.Strategy: Provide.Strategy: unknown provide strategy token: "pinnd" in "pinnd"'
    ],
    [['--config', '[]'], '--config must be an object of dotted keys and their values, as {"Gateway.NoFetch": true}'],
    [['--config', '{"Gateway.NoFech": true}'], '--config: Gateway.NoFech: Gateway.NoFech not found'],
    [
      ['--config', '{"Gateway.NoFetch": "yes"}'],
      '--config: Gateway.NoFetch: failure to decode config: json: cannot unmarshal string into Go struct ' +
      'field Gateway.Gateway.NoFetch of type bool'
    ]
  ])('%j is refused', (args, message) => {
    expect(() => parseServeArgs(args)).toThrow(expect.objectContaining({ name: 'UsageError', message }))
  })

  test("accepts the names of Kubo's variable", () => {
    const { names } = parseServeArgs([], { IPFS_NS_MAP: 'a.example:/ipfs/bafkqaaa,b.example:/ipns/a.example/x' })
    expect([...names].map(([name, { text }]) => [name, text])).toEqual([['a.example', '/ipfs/bafkqaaa'], [
      'b.example',
      '/ipns/a.example/x'
    ]])
    expect(() => parseServeArgs([], { IPFS_NS_MAP: 'a.example' })).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: 'IPFS_NS_MAP: invalid path "": path does not have enough components'
      })
    )
  })

  test('rejects invalid JSON', () => {
    expect(() => parseServeArgs(['--config', '{'])).toThrow(/^--config is no JSON: /)
  })
})
