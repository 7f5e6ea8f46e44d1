import { describe, expect, test } from 'vitest'
import kuboOptions from '../testing/replay/kubo-options.json' with { type: 'json' }
import { listedTree, walkCommands } from './commands/walk-commands.ts'
import { root } from './root.ts'

/**
 * Defaults that Kubo's help describes only in words: the command applies them, and the option has none (Kubo's
 * `diag/cmds` does not list them).
 */
const IN_WORDS: Record<string, string> = {
  'bitswap/wantlist peer': 'string',
  'diag/profile output': 'string'
}

/** Formats a value like Go, in one line. */
function formatValue (value: unknown): string {
  return (Array.isArray(value) ? `[${value.join(' ')}]` : String(value)).replaceAll('\n', ' ')
}

const commands = new Map([...walkCommands(listedTree(root))].map(({ path, command }) => [path.join('/'), command]))

/** Options of every command in Kubo's help (`ipfs COMMAND --help`, v0.40.0): `type = default`. */
describe("an option has Kubo's type, and its default", () => {
  test.each(Object.entries(kuboOptions as Record<string, Record<string, string>>))('%s', (path, wanted) => {
    const options = Object.values(commands.get(path)?.options ?? {})

    const ours = Object.fromEntries(options.map(({ names, type, default: fallback }) => {
      const kubos = names.find((name) => name in wanted) ?? names[0]
      return [kubos, fallback == null ? type : `${type} = ${formatValue(fallback)}`]
    }))

    const expected = Object.fromEntries(
      Object.entries(wanted).map(([name, said]) => [name, IN_WORDS[`${path} ${name}`] ?? said])
    )
    expect(ours).toEqual(expected)
  })
})
