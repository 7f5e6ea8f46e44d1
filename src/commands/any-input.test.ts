import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Command } from '../rpc/command/command.ts'
import type { OptionDefinition, OptionType } from '../rpc/command/option.ts'
import { anyText } from '../testing/dag/any-text.ts'
import { TestNode } from '../testing/test-node.ts'
import { walkCommands } from './commands/walk-commands.ts'
import { root } from './root.ts'

/** Ends commands that would wait forever. */
const TIMEOUT = 'timeout=400ms'

/** Data of `prepared`: a file of one block in a directory, a key, a mutable file. */
const FILE = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const DIRECTORY = 'bafybeif2kdawjkkhrgwqi4aflsletm3tohyou5mcckac4qvlx44qjcuzze'
const MISSING = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'

const nasty = [
  '',
  ' ',
  '0',
  '-1',
  '/',
  '//',
  '..',
  '/../..',
  '/a/../b',
  '\0',
  '\u202e',
  '💥',
  'a\nb',
  '"',
  '%',
  '%00',
  '%zz',
  '{',
  '[]',
  'null',
  'NaN',
  '1e999',
  '9'.repeat(40),
  'x'.repeat(5000),
  '\ud800',
  '<script>',
  '__proto__',
  'constructor',
  'toString',
  'true'
]
const known = [
  FILE,
  DIRECTORY,
  MISSING,
  `/ipfs/${FILE}`,
  `/ipfs/${DIRECTORY}/a`,
  `/ipfs/${DIRECTORY}/b/c`,
  `${FILE}/x`,
  '/ipns/self',
  '/ipns/a.example',
  '/m',
  '/m/f',
  '/',
  'k',
  'self',
  'raw',
  'dag-cbor',
  'sha2-256',
  'base58btc',
  'Gateway',
  'Datastore.StorageMax',
  '/ip4/127.0.0.1/tcp/4001',
  '/p2p/12D3KooWGRUVh3HA6m3vpKFHCCMAhLHWDaxMTkgWG8PEBeLGDqQe',
  '/x/test',
  'http://127.0.0.1:9/',
  'all',
  'recursive',
  'error',
  'core'
]

const text = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...known) }, {
  weight: 3,
  arbitrary: fc.constantFrom(...nasty)
}, anyText({ maxLength: 20 }))

const VALUES: Record<OptionType, fc.Arbitrary<string>> = {
  bool: fc.constantFrom('true', 'true', 'true', 'false', 'false', '', '1', 'x'),
  int: fc.constantFrom('0', '1', '-1', '7', '2147483648', '1.5', 'x', ''),
  int64: fc.constantFrom('0', '1', '-1', '9223372036854775807', '-9223372036854775808', '9223372036854775808', 'x'),
  uint: fc.constantFrom('0', '1', '-1', '4294967296', 'x'),
  uint64: fc.constantFrom('0', '1', '18446744073709551615', '-1', 'x'),
  float: fc.constantFrom('0', '1.5', 'NaN', 'Inf', 'x'),
  string: text,
  array: text
}

interface Input {
  args: string[]
  options: Array<[string, string]>
  parts: string[] | undefined
}

function inputs ({ args, options }: Command): fc.Arbitrary<Input> {
  const option = (definition: OptionDefinition): fc.Arbitrary<[string, string]> =>
    fc.tuple(fc.constantFrom(...definition.names), VALUES[definition.type])
  const strings = Object.values(args).filter(({ kind }) => kind === 'string').length
  const takesFiles = Object.values(args).some(({ kind, stdin }) => kind === 'file' || stdin)

  return fc.record({
    args: fc.oneof(
      { weight: 4, arbitrary: fc.array(text, { minLength: strings, maxLength: strings }) },
      fc.array(text, { maxLength: strings + 1 })
    ),
    options: fc.uniqueArray(
      fc.oneof(fc.constant<[string, string]>(['encoding', 'json']), ...Object.values(options).map(option)),
      {
        maxLength: 3,
        selector: ([name]) => name
      }
    ),
    parts: takesFiles
      ? fc.option(fc.array(text, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 5 })
      : fc.constant(undefined)
  })
}

/** Messages of the runtime that no answer may contain. */
const RUNTIME = new RegExp(
  String.raw`Cannot read propert|is not a function|is not iterable|undefined is not|\[object |Invalid ` +
    String.raw`array length|call stack|Cannot convert|is not defined|Assertion`
)

/** Commands that only read. No input may make them change anything. */
const READERS = new Set([
  'cat',
  'get',
  'ls',
  'refs',
  'refs/local',
  'resolve',
  'id',
  'version',
  'version/deps',
  'version/check',
  'commands',
  'block/get',
  'block/stat',
  'dag/get',
  'dag/stat',
  'dag/export',
  'dag/resolve',
  'pin/ls',
  'pin/verify',
  'files/ls',
  'files/stat',
  'files/read',
  'repo/stat',
  'repo/verify',
  'repo/ls',
  'repo/version',
  'config/show',
  'key/list',
  'key/sign',
  'key/verify',
  'name/resolve',
  'name/inspect',
  'cid/base32',
  'cid/format',
  'cid/codecs',
  'cid/hashes',
  'cid/bases',
  'multibase/encode',
  'multibase/decode',
  'multibase/transcode',
  'multibase/list',
  'object/diff'
])

async function prepared (): Promise<TestNode> {
  const app = await TestNode.start()
  const files = new FormData()
  files.append('file', new Blob(['hello']), 'd/a')
  files.append('file', new Blob(['there']), 'd/b')
  expect((await app.rpc('add?cid-version=1', { body: files })).lines).toMatchObject([{ Hash: FILE }, {}, {
    Hash: DIRECTORY
  }])
  const data = new FormData()
  data.append('data', new Blob(['mutable']))
  expect((await app.rpc('files/write?arg=/m/f&create=true&parents=true', { body: data })).status).toBe(200)
  expect((await app.rpc('key/gen?arg=k&type=ed25519')).status).toBe(200)
  return app
}

async function state (app: TestNode): Promise<unknown> {
  const [blocks, pins, files, keys, config] = [
    await app.blocks(),
    await app.pins(),
    ...await Promise.all(
      ['files/stat?arg=/', 'key/list', 'config/show'].map(async (target) => (await app.rpc(target)).text)
    )
  ]
  return { blocks, pins, files, keys, config }
}

function send (app: TestNode, path: string, { args, options, parts }: Input): ReturnType<TestNode['rpc']> {
  const query = [
    ...args.map((arg) => `arg=${encodeURIComponent(arg.toWellFormed())}`),
    ...options.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`),
    TIMEOUT
  ].join('&')
  let body: FormData | undefined

  if (parts != null) {
    body = new FormData()
    for (const part of parts) {
      body.append('file', new Blob([part]), encodeURIComponent(part.toWellFormed()))
    }
  }

  return app.rpc(`${path}?${query}`, { body })
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed')
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const own = [...walkCommands(root)].filter(({ command }) => command.run != null && !command.noRemote).map((
  { path, command }
) => [path.join('/'), command] as const)

describe.each(own)('%s', (path, command) => {
  test('answers any input with its own messages, and changes nothing if it only reads', async () => {
    const app = await prepared()
    const before = READERS.has(path) ? await state(app) : undefined

    await fc.assert(
      fc.asyncProperty(inputs(command), async (input) => {
        const { status, text } = await send(app, path, input)
        expect([200, 400, 403, 404, 431, 500, 501, 503]).toContain(status)
        expect(text).not.toMatch(RUNTIME)

        if (before != null) {
          expect(await state(app)).toEqual(before)
        } else {
          expect(await app.rpc('id')).toMatchObject({ status: 200, text: expect.stringContaining('"ID"') })
        }
      }),
      { numRuns: 25, interruptAfterTimeLimit: 20_000 }
    )
  })
})
