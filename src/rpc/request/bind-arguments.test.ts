import { describe, expect, test } from 'vitest'
import type { UploadEntry } from '../../http/upload/upload-entry.ts'
import { argument } from '../command/argument.ts'
import type { Arguments } from '../command/command-tree.ts'
import { command } from '../command/command.ts'
import { bindArguments, requireFile } from './bind-arguments.ts'

const taking = (args: Arguments): ReturnType<typeof command> => command({ help: { tagline: 'Do.' }, args })

async function* upload (...texts: string[]): AsyncGenerator<UploadEntry> {
  for (const text of texts) {
    yield {
      path: '',
      kind: 'file',
      content: (async function* () {
        yield new TextEncoder().encode(text)
      })()
    }
  }
}

/** Yields a first part that breaks after this text. */
async function* broken (text: string): AsyncGenerator<UploadEntry> {
  yield {
    path: '',
    kind: 'file',
    content: (async function* () {
      yield new TextEncoder().encode(text)
      throw new Error('unexpected EOF')
    })()
  }
}

const one = argument.string('one', 'One.')
const two = argument.string('two', 'Two.')
const maybe = argument.string('maybe', 'Maybe.', { required: false })
const many = argument.string('many', 'Many.', { variadic: true, stdin: true })
const file = argument.file('file', 'A file.')

describe('arguments of the query', () => {
  test.each<[Arguments, string[], Record<string, unknown>]>([
    [{ one }, ['a'], { one: 'a' }],
    [{ one }, [''], { one: '' }],
    [{ one }, ['a', 'b'], { one: 'a' }],
    [{ one, two }, ['a', 'b'], { one: 'a', two: 'b' }],
    [{ one, maybe }, ['a'], { one: 'a', maybe: undefined }],
    [{ one, maybe }, ['a', 'b'], { one: 'a', maybe: 'b' }],
    [{ maybe }, [], { maybe: undefined }],
    [{ many }, ['a', 'b', 'c'], { many: ['a', 'b', 'c'] }],
    [{ one, many: argument.string('many', 'Many.', { variadic: true, required: false }) }, ['a'], {
      one: 'a',
      many: []
    }],
    [{}, ['a'], {}]
  ])('%#', async (args, values, expected) => {
    expect(await bindArguments(taking(args), values, undefined)).toEqual(expected)
  })

  test.each<[Arguments, string[], string]>([
    [{ one }, [], 'one'],
    [{ one, two }, ['a'], 'two'],
    [{ many }, [], 'many']
  ])('that are missing: %#', async (args, values, name) => {
    await expect(bindArguments(taking(args), values, undefined)).rejects.toMatchObject({
      name: 'RequestError',
      status: 400,
      message: `argument "${name}" is required`
    })
  })
})

describe('a file', () => {
  test('is required if declared so', () => {
    expect(() => {
      requireFile(taking({ file }), [], undefined)
    }).toThrow(expect.objectContaining({ name: 'RequestError', message: "file argument 'file' is required" }))
    expect(() => {
      requireFile(taking({ file }), [], upload())
    }).not.toThrow()
    expect(() => {
      requireFile(taking({ file: argument.file('file', 'A file.', { required: false }) }), [], undefined)
    }).not.toThrow()
  })

  test('is checked after a missing text argument before it', async () => {
    expect(() => {
      requireFile(taking({ one, file }), ['a'], undefined)
    }).toThrow("file argument 'file' is required")
    expect(() => {
      requireFile(taking({ one, file }), [], undefined)
    }).not.toThrow()
    await expect(bindArguments(taking({ one, file }), [], undefined)).rejects.toThrow('argument "one" is required')
    expect(() => {
      requireFile(taking({ file, one }), [], undefined)
    }).toThrow("file argument 'file' is required")
  })

  test('is the body, in addition to texts of the query', async () => {
    const bound = await bindArguments(taking({ one, file }), ['a'], upload('x'))
    expect(bound.one).toBe('a')
    for await (const { content } of bound.file as AsyncIterable<UploadEntry>) {
      for await (const chunk of content) {
        expect(Buffer.from(chunk).toString()).toBe('x')
      }
    }
  })
})

describe('arguments of the body', () => {
  test.each([
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['a\n\nb\n', ['a', '', 'b']],
    ['a\r', ['a\r']],
    ['\ufeffa', ['\ufeffa']]
  ])('are the lines of the first part: %j', async (text, lines) => {
    expect(await bindArguments(taking({ many }), [], upload(text, 'not this'))).toEqual({ many: lines })
    expect(await bindArguments(taking({ many }), ['q'], upload(text))).toEqual({ many: ['q', ...lines] })
  })

  test('are trimmed if declared so', async () => {
    expect(
      await bindArguments(
        taking({ many: argument.string('many', 'Many.', { variadic: true, stdin: true, trim: true }) }),
        [' q '],
        upload(' a \n\tb')
      )
    ).toEqual({ many: [' q ', 'a', 'b'] })
  })

  test('fill up required arguments, and no more', async () => {
    const last = argument.string('last', 'Last.', { stdin: true })
    expect(await bindArguments(taking({ one, last }), ['a'], upload('b\nc'))).toEqual({ one: 'a', last: 'b' })
    expect(await bindArguments(taking({ one, last }), ['a', 'b'], upload('c'))).toEqual({ one: 'a', last: 'b' })
    expect(
      await bindArguments(
        taking({ maybe: argument.string('maybe', 'Maybe.', { required: false, stdin: true }) }),
        [],
        upload('c')
      )
    ).toEqual({ maybe: undefined })
  })

  test('may be the target of a symlink', async () => {
    const link = (async function* (): AsyncGenerator<UploadEntry> {
      yield { path: 'l', kind: 'symlink', target: 'a\nb', content: (async function* () {})() }
    })()
    expect(await bindArguments(taking({ many }), [], link)).toEqual({ many: ['a', 'b'] })
  })

  test('are missing in an empty body', async () => {
    await expect(bindArguments(taking({ many }), [], upload())).rejects.toMatchObject({
      name: 'RequestError',
      message: 'argument "many" is required'
    })
    await expect(bindArguments(taking({ many }), [], upload(''))).rejects.toMatchObject({
      name: 'RequestError',
      message: 'argument "many" is required'
    })
  })

  test('are ignored by a command that does not take them', async () => {
    expect(await bindArguments(taking({ maybe }), [], broken(''))).toEqual({ maybe: undefined })
  })

  test('that break before a required one are an error of the request', async () => {
    await expect(bindArguments(taking({ many }), [], broken('no line end'))).rejects.toMatchObject({
      name: 'RequestError',
      status: 400,
      message: 'unexpected EOF'
    })
  })

  test('that break after the required ones are an error of the command', async () => {
    await expect(bindArguments(taking({ many }), [], broken('a\nb'))).rejects.toMatchObject({
      name: 'Error',
      message: 'unexpected EOF'
    })
    await expect(bindArguments(taking({ many }), ['q'], broken(''))).rejects.toMatchObject({
      name: 'Error',
      message: 'unexpected EOF'
    })
  })
})

describe('arguments of the body that exceed the memory', () => {
  /** Creates endless lines, and counts the requested chunks. */
  function endless (line: string): { files: AsyncGenerator<UploadEntry>; taken: () => number } {
    let taken = 0
    const content = (async function* () {
      for (;; taken++) {
        yield new TextEncoder().encode(line)
      }
    })()
    return {
      taken: () => taken,
      files: (async function* (): AsyncGenerator<UploadEntry> {
        yield { path: '', kind: 'file', content }
      })()
    }
  }

  test('are refused as soon as they are too long', async () => {
    const { files, taken } = endless('x'.repeat(64 * 1024))
    await expect(bindArguments(taking({ many }), [], files)).rejects.toThrow('the arguments in the body are over 8MiB')
    expect(taken()).toBe(128)
  })

  test('are refused if there are too many', async () => {
    await expect(bindArguments(taking({ many }), [], upload('a\n'.repeat(200_001)))).rejects.toThrow(
      'the body has more than 200000 arguments'
    )
    expect((await bindArguments(taking({ many }), [], upload('a\n'.repeat(200_000)))).many).toHaveLength(200_000)
  })
})
