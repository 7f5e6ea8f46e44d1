import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { argument } from '../command/argument.ts'
import { command, group } from '../command/command.ts'
import { globalOptions } from '../command/global-options.ts'
import { option } from '../command/option.ts'
import { singleResult } from '../command/result.ts'
import { convertOptions, parseRequest } from './parse-request.ts'

const runNothing = () => singleResult(null)
const depth = option.int('depth', 'How deep.')

const get = command({
  help: { tagline: 'Get.' },
  args: { path: argument.string('path', 'A path.') },
  options: {
    recursive: option.bool('recursive,r', 'All below.', { default: true }),
    count: option.int64('count,n', 'How many.'),
    names: option.array('name', 'Names.'),
    size: option.uint('size', 'A size.')
  },
  run: runNothing
})

const root = group('The root.', {
  get,
  files: group('Files.', { ls: command({ help: { tagline: 'List.' }, inherits: { depth }, run: runNothing }) }, {
    options: { depth }
  }),
  both: command({ help: { tagline: 'A command and a group.' }, run: runNothing }, {
    below: command({ help: { tagline: 'Below.' }, run: runNothing })
  }),
  local: command({ help: { tagline: 'Not over HTTP.' }, noRemote: true, run: runNothing }, {
    below: command({ help: { tagline: 'Below.' }, run: runNothing })
  })
}, { options: globalOptions })

function options (path: string, query: string): Record<string, unknown> {
  return Object.fromEntries(convertOptions(parseRequest(root, path, query)))
}

describe('the command of a path', () => {
  test.each([
    ['get', get, []],
    ['files/ls', root.subcommands.files.subcommands.ls, []],
    ['files', root.subcommands.files, []],
    ['both', root.subcommands.both, []],
    ['both/below', root.subcommands.both.subcommands.below, []]
  ])('%s', (path, command, args) => {
    expect(parseRequest(root, path, '')).toMatchObject({ command, args })
  })

  test.each([
    ['get/QmFoo', ['QmFoo']],
    ['get/', ['']],
    ['both/other', ['other']]
  ])('%s takes its last element as an argument', (path, args) => {
    expect(parseRequest(root, path, 'arg=b').args).toEqual([...args, 'b'])
  })

  test.each([
    '',
    'nosuch',
    'get/a/b',
    'files/nosuch',
    'files/ls/a/b',
    'local',
    'local/below',
    'constructor',
    'files/toString',
    '__proto__'
  ])('%j is not found', (path) => {
    expect(() => parseRequest(root, path, '')).toThrow(
      expect.objectContaining({ name: 'RequestError', status: 404, message: '404 page not found' })
    )
  })
})

describe('the options of a query', () => {
  test('have their defaults', () => {
    expect(options('get', '')).toEqual({ recursive: true, encoding: 'json' })
  })

  test('are found by all their names', () => {
    expect(options('get', 'r=false&n=5')).toMatchObject({ recursive: false, count: 5n })
    expect(options('get', 'recursive=0&count=-5')).toMatchObject({ recursive: false, count: -5n })
  })

  test('of parent commands and of all commands are accepted too', () => {
    expect(options('files/ls', 'depth=3&offline&enc=text')).toMatchObject({ depth: 3, offline: true, encoding: 'text' })
    expect(options('get', 'depth=3')).not.toHaveProperty('depth')
  })

  test('that are unknown are ignored', () => {
    expect(options('get', 'nosuch=1&nosuch=2')).toEqual({ recursive: true, encoding: 'json' })
  })

  test('may be lists', () => {
    expect(options('get', 'name=a&name=b').name).toEqual(['a', 'b'])
    expect(options('get', 'name=a').name).toEqual(['a'])
  })

  test.each([
    ['recursive=yes', 'could not convert value "yes" to type "bool" (for option "-recursive")'],
    ['r=yes', 'could not convert value "yes" to type "bool" (for option "-recursive")'],
    ['count=', 'could not convert empty value to type "int64" (for option "-count")'],
    ['count=1.5', 'could not convert value "1.5" to type "int64" (for option "-count")'],
    ['size=-1', 'could not convert value "-1" to type "uint" (for option "-size")'],
    ['offline=maybe', 'could not convert value "maybe" to type "bool" (for option "-offline")'],
    ['count=1&count=2', 'expected key count to have only a single value, received [1 2]'],
    ['n=1&n=2', 'expected key count to have only a single value, received [1 2]']
  ])('%s is refused', (query, message) => {
    expect(() => options('get', query)).toThrow(expect.objectContaining({ name: 'RequestError', status: 400, message }))
  })

  test('leave the arguments in their order', () => {
    expect(parseRequest(root, 'get', 'arg=a&r=true&arg=b%2Fc&arg=').args).toEqual(['a', 'b/c', ''])
  })

  test('of any query are valid values, or an error of the request', () => {
    const pair = fc.tuple(
      fc.constantFrom('arg', 'recursive', 'r', 'count', 'n', 'name', 'size', 'timeout', 'offline', 'x'),
      fc.oneof(fc.constantFrom('', '1', '-1', 'true', '0x10', '99999999999999999999'), fc.string())
    ).map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`)

    fc.assert(
      fc.property(fc.array(fc.oneof(pair, fc.string())), (pairs) => {
        try {
          const parsed = parseRequest(root, 'get', pairs.join('&'))
          const values = Object.fromEntries(convertOptions(parsed))
          expect(typeof values.recursive).toBe('boolean')
          expect(['bigint', 'undefined']).toContain(typeof values.count)
          expect(['number', 'undefined']).toContain(typeof values.size)
          expect(values.name === undefined || Array.isArray(values.name)).toBe(true)
          expect(parsed.args.every((value) => typeof value === 'string')).toBe(true)
        } catch (err) {
          expect(err).toMatchObject({ name: 'RequestError', status: 400 })
        }
      }),
      { numRuns: 1000 }
    )
  })

  test('are returned as they were sent', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.array(fc.string(), { minLength: 1 }),
        fc.array(fc.string()),
        (recursive, count, names, args) => {
          const wellFormed = (texts: string[]): string[] => texts.map((text) => text.toWellFormed())
          const query = new URLSearchParams([
            ['recursive', String(recursive)],
            ['count', String(count)],
            ...wellFormed(names).map((name) => ['name', name]),
            ...wellFormed(args).map((arg) => ['arg', arg])
          ]).toString()
          const parsed = parseRequest(root, 'get', query)
          expect(parsed.args).toEqual(wellFormed(args))
          expect(Object.fromEntries(convertOptions(parsed))).toEqual({
            recursive,
            count,
            name: wellFormed(names),
            encoding: 'json'
          })
        }
      )
    )
  })
})
