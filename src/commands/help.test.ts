import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Command } from '../rpc/command/command.ts'
import { walkCommands } from './commands/walk-commands.ts'
import { root } from './root.ts'

const NO_EFFECT = /\(command line only\)|Has no effect in this node/
const TEXT_ONLY = /\(text output only\)|^Print |of the text output/

/** Options that are checked, and then not used. */
const CHECKED = ['diag/profile block-profile-rate']

/** Commands that pass all options on; which ones they read is visible in their sources only. */
const PASSED_ON: Record<string, string> = { add: 'add' }

/** A value on which every operation succeeds. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, key) => {
    if (key === Symbol.iterator) {
      return function* () {}
    }

    return key === Symbol.toPrimitive ? () => '' : anything
  },
  apply: () => anything
})

/**
 * Returns the options that a function of a command reads; undefined if it passes on the object of options.
 *
 * @param call - calls the function with the object of arguments and options
 */
function keysRead (
  { args }: Command,
  called: unknown,
  call: (input: Record<string, unknown>) => unknown
): Set<string> | undefined {
  const keys = new Set<string>()
  let isWhole = isNamed(called)

  const input = new Proxy<Record<string, unknown>>({}, {
    get: (_, key) => {
      keys.add(String(key))
      return args[String(key)]?.variadic === true ? [] : undefined
    },
    ownKeys: () => {
      isWhole = true
      return []
    }
  })

  try {
    Promise.resolve(call(input)).catch(() => {})
  } catch {
    // The function got no real values. Its parameters were read before it failed.
  }

  return isWhole ? undefined : keys
}

/** Returns whether one of the first two parameters, in which functions of commands take their options, has a name. */
function isNamed (called: unknown): boolean {
  const [, first = ''] = /^(?:async )?(?:\w+ ?)?\(([^)]*)/.exec(String(called)) ?? []
  return /(?:^|, ?)(?:input|wanted)\b/.test(first)
}

/** Returns the sources of a folder of commands, without the declarations of its options. */
function sources (folder: string): string {
  const place = new URL(`${folder}/`, import.meta.url)
  return readdirSync(place).filter((name) => !/options\.ts$|\.test\.ts$/.test(name))
    .map((name) => readFileSync(new URL(name, place), 'utf8')).join('\n')
}

/** Returns the parts of the command that read an option; undefined if that is unknown. */
function readersOf (path: string, command: Command, key: string): { run: boolean; text: boolean } | undefined {
  const folder = PASSED_ON[path]

  if (folder != null) {
    return { run: new RegExp(`input\\.${key}\\b|[{,] ${key}\\b`).test(sources(folder)), text: false }
  }

  const run = keysRead(command, command.run, (input) => command.run?.(input, anything as never))
  const text = keysRead(command, command.text, (input) => command.text?.(anything, input, anything as never))
  return run == null || text == null ? undefined : { run: run.has(key), text: text.has(key) }
}

const options = [...walkCommands(root)].filter(({ command: { run, noRemote } }) => run != null && !noRemote).flatMap((
  { path, command }
) =>
  Object.entries({ ...command.inherits, ...command.options }).map(([key, { names, help }]) => ({
    option: `${path.join('/')} ${names[0]}`,
    help,
    readers: readersOf(path.join('/'), command, key)
  }))
)

describe('the help of an option', () => {
  test('says that the command line alone reads it, or that it has no effect', () => {
    const unread = options.filter(({ readers }) => readers != null && !readers.run && !readers.text)
    expect(unread.filter(({ help }) => !NO_EFFECT.test(help))).toEqual([])
    expect(unread.length).toBeGreaterThanOrEqual(20)
  })

  test('says that it affects the text output only', () => {
    const ofText = options.filter(({ readers }) => readers != null && !readers.run && readers.text)
    expect(ofText.filter(({ help }) => !TEXT_ONLY.test(help))).toEqual([])
    expect(ofText.length).toBeGreaterThan(20)
  })

  test('does not deny an effect on the answer', () => {
    const read = options.filter(({ option, readers }) => readers?.run === true && !CHECKED.includes(option))
    expect(read.filter(({ help }) => NO_EFFECT.test(help) || TEXT_ONLY.test(help))).toEqual([])
    expect(read.length).toBeGreaterThan(100)
  })
})
