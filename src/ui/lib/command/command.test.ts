import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cliLine } from './call/cli-line.ts'
import { lackingArgument, withOption } from './call/command-call.ts'
import type { CommandCall } from './call/command-call.ts'
import { holdsSecret } from './call/holds-secret.ts'
import { requestTarget } from './call/request-target.ts'
import { clientCode } from './code/client-code.ts'
import { fetchCode } from './code/fetch-code.ts'
import type { CommandInfo } from './info/command-info.ts'
import { commandList } from './info/command-list.ts'
import { completeLine } from './parse/complete-line.ts'
import { readLine } from './parse/read-line.ts'
import { splitWords } from './parse/split-words.ts'

const commands = JSON.parse(
  readFileSync(new URL('../../../../public/reference/commands.json', import.meta.url), 'utf8')
) as CommandInfo[]

function callOf (line: string): CommandCall {
  const { call, problem } = readLine(line, commands)
  expect(problem).toBeUndefined()
  return call as CommandCall
}

/** Returns the parsed line. */
function shown (line: string): unknown {
  const { command, args, files, options } = callOf(line)
  return [command.path, args, files, Object.fromEntries(options)]
}

describe('splitWords', () => {
  test.each([
    ['a  b\tc', ['a', 'b', 'c']],
    ['\'a b\' "c d"e', ['a b', 'c de']],
    [String.raw`a\ b "q\"\\\n" 'x\y'`, ['a b', 'q"\\\\n', 'x\\y']],
    ['\'\' ""', ['', '']],
    ['', []]
  ])('splits %s', (line, words) => {
    expect(splitWords(line).map(({ text }) => text)).toEqual(words)
  })

  test('returns the positions of words', () => {
    expect(splitWords(' a "b c"')).toEqual([{ text: 'a', start: 1, end: 2 }, { text: 'b c', start: 3, end: 8 }])
  })

  test.each(["a 'b", '"', 'a "\\"'])('rejects an open quote: %s', (line) => {
    expect(() => splitWords(line)).toThrow(/is not closed/)
  })
})

describe('readLine', () => {
  test.each([
    ['ipfs pin ls --type=recursive', ['pin/ls', [], [], { type: ['recursive'] }]],
    ['pin ls -t recursive -q', ['pin/ls', [], [], { type: ['recursive'], quiet: ['true'] }]],
    ['pin ls -qt=direct', ['pin/ls', [], [], { quiet: ['true'], type: ['direct'] }]],
    ['pin ls -qtdirect QmX', ['pin/ls', ['QmX'], [], { quiet: ['true'], type: ['direct'] }]],
    ['ipfs --offline --timeout 3s cat /ipfs/QmX --length 3', ['cat', ['/ipfs/QmX'], [], {
      offline: ['true'],
      timeout: ['3s'],
      length: ['3']
    }]],
    ['pin ls --quiet=false -- --odd', ['pin/ls', ['--odd'], [], { quiet: ['false'] }]],
    ["ipfs add 'a b.txt' c.txt --cid-version=1", ['add', [], ['a b.txt', 'c.txt'], { 'cid-version': ['1'] }]],
    ['files write /a b.txt -e', ['files/write', ['/a'], ['b.txt'], { create: ['true'] }]],
    ['config Bootstrap \'["auto"]\' --json', ['config', ['Bootstrap', '["auto"]'], [], { json: ['true'] }]],
    ['config show', ['config/show', [], [], {}]],
    ['pin/ls?type=recursive', ['pin/ls', [], [], { type: ['recursive'] }]],
    ['/api/v0/pin/ls?t=recursive&arg=a%20b&arg=c+d', ['pin/ls', ['a b', 'c d'], [], { type: ['recursive'] }]],
    ['http://127.0.0.1:5001/api/v0/block/get/QmX', ['block/get', ['QmX'], [], {}]],
    ['config?arg=Bootstrap&arg=["a", "b"]&json=true', ['config', ['Bootstrap', '["a", "b"]'], [], { json: ['true'] }]],
    ['id', ['id', [], [], {}]]
  ])('parses %s', (line, expected) => {
    expect(shown(line)).toEqual(expected)
  })

  test('allows repeated options only for lists', () => {
    const array = commands.flatMap(({ path, options, runs }) =>
      runs && path !== '' ? options.filter(({ type }) => type === 'array').map(({ names }) => [path, names[0]]) : []
    )
    expect(array.length).toBeGreaterThan(0)
    const [path, name] = array[0]
    expect(callOf(`${path.replaceAll('/', ' ')} --${name}=a --${name} b`).options.get(name)).toEqual(['a', 'b'])
  })

  test.each([
    ['ipfs pni ls', 'There is no command “pni”. Did you mean “pin”?'],
    ['ipfs pin lss', 'There is no command “pin lss”. Did you mean “pin ls”?'],
    ['pin/lss', 'There is no command “pin/lss”. Did you mean “pin/ls”?'],
    ['pin ls --typ=recursive', 'pin ls has no option --typ. Did you mean --type?'],
    ['pin ls -z', 'pin ls has no option -z.'],
    ['pin ls --type', '--type needs a value: Type of pins to list: direct, indirect, recursive or all.'],
    ['pin ls --type=a -t b', 'type stands there more than once.'],
    ['pin ls --quiet=maybe', 'quiet must be true or false, not “maybe”.'],
    ['cat QmX --length=much', 'length must be a whole number, not “much”.'],
    ['pin/ls?typ=recursive', 'pin/ls has no option typ. Did you mean type?'],
    ['block stat a b', '“b” is one argument more than block stat takes.'],
    ['files write /a b c', '“c” is one argument more than files write takes.'],
    ['pin ls "x', 'The quote " is not closed.'],
    ['block/get/%zz', '“%zz” is not percent-encoded as it has to be.']
  ])('returns an error for %s', (line, problem) => {
    expect(readLine(line, commands).problem).toBe(problem)
  })

  test('recognizes a group of commands, which can be continued', () => {
    expect(readLine('ipfs pin', commands)).toMatchObject({ command: { path: 'pin', runs: false } })
    expect(readLine('ipfs pin', commands).call).toBeUndefined()
    expect(readLine('pin/', commands).command?.path).toBe('pin')
    expect(readLine('', commands).command?.path).toBe('')
  })

  test('reports missing arguments', () => {
    expect(lackingArgument(callOf('block get'))).toMatch(/^block get needs cid: /)
    expect(lackingArgument(callOf('block get QmX'))).toBeUndefined()
    expect(lackingArgument(callOf('pin ls'))).toBeUndefined()
  })
})

describe('the texts of a call', () => {
  test.each([
    'ipfs pin ls --type=recursive --quiet',
    'ipfs cat --offline --length=3 /ipfs/QmX',
    'ipfs config --json Bootstrap \'["auto"]\'',
    "ipfs files mkdir '/it'\\''s here'",
    'ipfs pin ls -- --odd',
    "ipfs add --pin=false 'a b.txt'",
    "ipfs pin ls --name='a b'"
  ])('reproduce %s', (line) => {
    expect(cliLine(callOf(line), commands)).toBe(line)
  })

  test('reproduce every command with every option, in both syntaxes', () => {
    const sample: Record<string, string> = { bool: 'true', float: '1.5', string: 'a & b=c\'d"', array: 'x, y' }

    for (const command of commands.filter(({ runs, path }) => runs && path !== '')) {
      const args = command.args.filter(({ kind, required }) => kind === 'string' && required).map(({ name }) =>
        `-${name}?`
      )
      const call: CommandCall = {
        command,
        args,
        files: [],
        options: new Map(command.options.map(({ names, type }) => [names[0], [sample[type] ?? '7']]))
      }
      expect(readLine(cliLine(call, commands), commands).call, command.path).toEqual(call)
      expect(readLine(`/api/v0/${requestTarget(call)}`, commands).call, command.path).toEqual(call)
    }
  })

  test('include a fetch call', () => {
    expect(fetchCode(callOf('pin ls --type recursive /ipfs/QmX'))).toBe(
      "const response = await fetch('/api/v0/pin/ls?arg=/ipfs/QmX&type=recursive', { method: 'POST' })\nfor (const line of (await response.text()).split('\\n')) console.log(line)"
    )
    expect(fetchCode(callOf("add 'a b.txt'"))).toContain("body.append('file', file, 'a%20b.txt')")
    expect(fetchCode(callOf('cat "it\'s"'))).toContain("'/api/v0/cat?arg=it\\'s'")
    expect(fetchCode(callOf('cat QmX'))).toContain('response.blob()')
  })

  test('include a call of kubo-rpc-client, if it has such a method', () => {
    expect(clientCode(callOf('pin ls -t recursive --names'), commands)).toContain(
      "for await (const value of ipfs.pin.ls({ type: 'recursive', names: true })) console.log(value)"
    )
    expect(clientCode(callOf('key gen mine --type=ed25519'), commands)).toContain(
      "console.log(await ipfs.key.gen('mine', { type: 'ed25519' }))"
    )
    expect(clientCode(callOf('add a.txt --cid-version=1'), commands)).toContain('ipfs.add(file, { cidVersion: 1 })')
    expect(clientCode(callOf('pin ls QmX'), commands)).toBeUndefined()
    expect(clientCode(callOf('pin add a b'), commands)).toBeUndefined()
    expect(clientCode(callOf('repo verify'), commands)).toBeUndefined()
  })

  test('follow options that are set and removed', () => {
    const call = callOf('pin ls')
    expect(requestTarget(withOption(call, 'type', ['all']))).toBe('pin/ls?type=all')
    expect(requestTarget(withOption(withOption(call, 'type', ['all']), 'type', []))).toBe('pin/ls')
  })
})

test('are recognized as secret if they contain a secret', () => {
  expect([
    'pin remote service add home https://x.example secret',
    'id --api-auth=bearer:x',
    'config --json API.Authorizations {}',
    'config API x',
    'config API.Authorizations',
    'config show',
    'pin remote service ls',
    'config Gateway.NoFetch true'
  ].map((line) => holdsSecret(callOf(line)))).toEqual([true, true, true, true, false, false, false, false])
})

describe('completion', () => {
  const labels = (line: string): string[] => completeLine(line, commands).map(({ label }) => label)

  test('offers command names, one level at a time', () => {
    expect(labels('pi')).toEqual(['pin', 'ping'])
    expect(labels('ipfs pin re')).toEqual(['remote'])
    expect(completeLine('ipfs pin re', commands)[0].line).toBe('ipfs pin remote ')
    expect(labels('ipfs pin ')).toEqual(['add', 'ls', 'remote', 'rm', 'update', 'verify'])
    expect(labels('pin/re')).toContain('pin/remote/ls')
    expect(labels('pin ls QmX r')).toEqual([])
  })

  test('offers options', () => {
    expect(labels('ipfs pin ls --ty')).toEqual(['--type'])
    expect(completeLine('ipfs pin ls --ty', commands)[0].line).toBe('ipfs pin ls --type=')
    expect(labels('add --wra')).toEqual(['--wrap-with-directory'])
    expect(labels('pin/ls?quiet=true&ty')).toEqual(['type'])
    expect(completeLine('pin/ls?ty', commands)[0].line).toBe('pin/ls?type=')
    expect(labels('cat "--le')).toEqual([])
  })
})

test("combines the node's list of commands with the page's data", () => {
  const list = commandList({
    Name: 'ipfs',
    Options: [{ Names: ['offline'] }],
    Subcommands: [{ Name: 'id', Subcommands: [], Options: [] }, {
      Name: 'new',
      Subcommands: null,
      Options: [{ Names: ['fast', 'f'] }]
    }]
  }, commands)
  expect(list.map(({ path }) => path)).toEqual(['', 'id', 'new'])
  expect(list[1]).toBe(commands.find(({ path }) => path === 'id'))
  expect(requestTarget(readLine('new -f x y', list).call as CommandCall)).toBe('new?arg=y&fast=x')
  expect(commandList(undefined, commands)).toEqual(commands)
})
