import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import defaults from './default-config.json' with { type: 'json' }
import { kuboSchema } from './document/kubo-schema.ts'
import type { Schema } from './schema/schema.ts'
import type { Json } from './values/config.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Files that list or write keys without reading them. */
const NO_READERS = [
  'src/config/document/kubo-schema.ts',
  'src/config/profiles.ts',
  'src/testing/',
  'sw/node/boot-node.ts'
]

/**
 * Rows of the tables: a key, its default, its effect, and whether a change needs a restart (`–` if it has no effect).
 */
const rows = [
  ...readFileSync(join(ROOT, 'docs/reference/config.md'), 'utf8').matchAll(
    /^\| `([^`]+)` \| (.*?) ?\|.*\| ?(\S*) \|$/gm
  )
].map(([, key, byDefault, restart]) => ({ key, byDefault, acts: restart === 'yes' || restart === 'no', restart }))
const keys = leaves(kuboSchema)
const code = [...sources('src'), ...sources('sw')].map((path) => readFileSync(join(ROOT, path), 'utf8'))

/** Returns the keys of all values. A map with keys that the user chooses counts as one value. */
function leaves (schema: Schema, at: readonly string[] = []): string[] {
  return schema.kind !== 'struct'
    ? [at.join('.')]
    : Object.entries(schema.fields).flatMap(([name, { schema }]) => leaves(schema, [...at, name]))
}

function sources (folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) =>
      /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !NO_READERS.some((other) => path.startsWith(other))
    )
}

/** Returns the row of a key, or else that of its section (`Swarm.*`). */
function rowOf (key: string): typeof rows[number] | undefined {
  return rows.find((row) => row.key === key) ??
    rows.find((row) => row.key.endsWith('.*') && key.startsWith(row.key.slice(0, -1)))
}

/**
 * Returns whether a file reads a key: by its name, by its section or a key below it, or by its last part after a
 * template of its section.
 */
function isRead (key: string): boolean {
  const [section, name] = [key.slice(0, key.lastIndexOf('.')), key.slice(key.lastIndexOf('.') + 1)]
  const whole = new RegExp(`'${key.replaceAll('.', '\\.')}(\\.\\w+)?'`)
  const template = new RegExp(`\`${section.replaceAll('.', '\\.')}\\.\\$\\{`)
  const part = new RegExp(`'${name}'|\\b${name}: `)
  return code.some((text) => whole.test(text) || (template.test(text) && part.test(text))) ||
    (section === 'AutoConf' && code.some((text) => text.includes("'AutoConf'")))
}

test.each(keys)('%s is in the table', (key) => {
  expect(rowOf(key)).toBeDefined()
})

test('every row names known keys, and whether a change needs a restart', () => {
  expect(
    rows.filter(({ key, restart }) =>
      !['yes', 'no', '–'].includes(restart) ||
      !keys.some((known) => key.endsWith('.*') ? known.startsWith(key.slice(0, -1)) : known === key)
    )
  ).toEqual([])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})

describe('the table and the code agree', () => {
  test.each(keys.filter((key) => rowOf(key)?.acts === true))('%s has an effect, and is read', (key) => {
    expect(isRead(key)).toBe(true)
  })

  // Names of whole sections are also words with other meanings.
  test.each(keys.filter((key) => rowOf(key)?.acts === false && key.includes('.')))(
    '%s has no effect, and is not read',
    (key) => {
      expect(code.some((text) => new RegExp(`'${key.replaceAll('.', '\\.')}'`).test(text))).toBe(false)
    }
  )
})

test('every key with an effect has a default', () => {
  expect(rows.filter(({ acts, byDefault }) => acts && byDefault === '').map(({ key }) => key)).toEqual([])
})

/** Defaults that cannot be written into a cell as their JSON. */
const DESCRIBED = [
  'Addresses.Swarm',
  'Identity.PeerID',
  'Ipns.RecordLifetime',
  'Ipns.RepublishPeriod',
  'Gateway.RootRedirect'
]

test.each(keys.filter((key) => rowOf(key)?.key === key && rowOf(key)?.acts === true && !DESCRIBED.includes(key)))(
  'the default of %s is that of a new repo',
  (key) => {
    const value = key.split('.').reduce<Json | undefined>(
      (at, name) => (at as Record<string, Json> | null)?.[name],
      defaults
    )
    // Keys without a value in a new repo have defaults in the code that reads them.
    if (value != null) {
      const cell = /^`(.*)`$/.exec(rowOf(key)?.byDefault ?? '')?.[1] ?? ''
      expect(typeof value === 'string' ? cell : JSON.parse(cell)).toEqual(value)
    }
  }
)
