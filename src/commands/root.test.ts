import { describe, expect, test } from 'vitest'
import type { Command } from '../rpc/command/command.ts'
import type { OptionDefinition } from '../rpc/command/option.ts'
import { goldenFile } from '../testing/replay/golden-groups.ts'
import kuboTree from '../testing/replay/kubo-tree.json' with { type: 'json' }
import { listCommand } from './commands/list-command.ts'
import type { ListedCommand } from './commands/list-command.ts'
import { listedTree, walkCommands } from './commands/walk-commands.ts'
import { root } from './root.ts'

/** Names, types and defaults of Kubo's commands, by path, extracted from its program. */
interface KuboCommand {
  status?: string
  noRemote?: boolean
  run?: boolean
  args?: string[]
  options?: Array<[names: string, type: string, fallback?: unknown]>
}

const kubo = kuboTree as unknown as Record<string, KuboCommand>
const listed = listedTree(root)
const own = [...walkCommands(listed)].map(({ path, command }) => [path.join('/'), command] as const)

/** Kubo's command line defaults to text, HTTP to JSON; this node only has HTTP. */
const OTHER_DEFAULTS: Record<string, unknown> = { 'encoding,enc': 'json' }

test("the paths equal Kubo's", () => {
  expect(own.map(([path]) => path).sort()).toEqual(Object.keys(kubo).sort())
})

test("the tree and its options equal Kubo's listing", () => {
  const recorded = goldenFile('commands').scenarios[0].steps[0].response?.json as ListedCommand
  expect(inOrder(listCommand('ipfs', listed))).toEqual(inOrder(recorded))
})

describe.each(own)('%s', (path, command) => {
  const theirs = kubo[path] ?? {}

  test("has Kubo's arguments", () => {
    expect(
      Object.values(command.args).map(({ name, kind, required, variadic, stdin }) =>
        `${name}:${kind}${required ? '' : ' optional'}${variadic ? ' variadic' : ''}${stdin ? ' stdin' : ''}`
      )
    ).toEqual(theirs.args ?? [])
  })

  test("has Kubo's options", () => {
    const expected = (theirs.options ?? []).map(([names, type, fallback]) => ({
      names,
      type,
      fallback: OTHER_DEFAULTS[names] ?? fallback ?? ''
    }))
    expect(sortOptions(Object.values(command.options).map(describeOption))).toEqual(sortOptions(expected))
  })

  test("has Kubo's status", () => {
    expect({ status: command.status, noRemote: command.noRemote }).toEqual({
      status: theirs.status ?? 'active',
      noRemote: theirs.noRemote ?? false
    })

    // Commands without HTTP need no implementation.
    if (!command.noRemote) {
      expect(command.run != null).toBe(theirs.run ?? false)
    }
  })

  test('has its own help', () => {
    expect(command.help.tagline).toMatch(/^[A-Z'].*[^\s]\.$/s)
    expect([...Object.values(command.args), ...Object.values(command.options)].filter(({ help }) => help === ''))
      .toEqual([])
  })
})

/** The rules of go-ipfs-cmds' `DebugValidate`. */
describe('an unambiguous tree', () => {
  test.each(own)(
    'has no required argument after an optional one in %s, and variadic and stdin ones last',
    (_, command) => {
      const args = Object.values(command.args)
      const firstOptional = args.findIndex(({ required }) => !required)
      expect(args.slice(firstOptional < 0 ? args.length : firstOptional).every(({ required }) => !required)).toBe(true)
      expect(args.slice(0, -1).filter(({ variadic, stdin }) => variadic || stdin)).toEqual([])
    }
  )

  test('has no option name twice in a chain of commands', () => {
    const twice: string[] = []

    const visit = (path: string, command: Command, names: readonly string[]): void => {
      const mine = Object.values(command.options).flatMap(({ names }) => names)
      twice.push(
        ...[...mine, ...names].filter((name, i, all) => all.indexOf(name) !== i).map((name) => `${path} ${name}`)
      )
      Object.entries(command.subcommands).forEach(([name, below]) => {
        visit(`${path}/${name}`, below, [...mine, ...names])
      })
    }

    visit('', root, [])
    expect(twice).toEqual([])
  })

  test('declares the options that a command inherits in a parent', () => {
    const visit = (command: Command, above: readonly OptionDefinition[]): void => {
      expect(Object.values(command.inherits).filter((definition) => !above.includes(definition))).toEqual([])
      Object.values(command.subcommands).forEach((below) => {
        visit(below, [...above, ...Object.values(command.options)])
      })
    }

    visit(root, [])
  })
})

/** Describes an option; an empty default equals none. */
function describeOption (
  { names, type, default: fallback = '' }: OptionDefinition
): { names: string; type: string; fallback: unknown } {
  return { names: names.join(','), type, fallback: typeof fallback === 'bigint' ? Number(fallback) : fallback }
}

function sortOptions<T extends { names: string }> (options: T[]): T[] {
  return options.sort((a, b) => a.names < b.names ? -1 : 1)
}

function inOrder ({ Name, Subcommands, Options }: ListedCommand): unknown {
  return {
    Name,
    Subcommands: Subcommands.map(inOrder).sort((a, b) =>
      (a as ListedCommand).Name < (b as ListedCommand).Name ? -1 : 1
    ),
    Options: Options.map(({ Names }) => [...Names].sort().join()).sort()
  }
}
