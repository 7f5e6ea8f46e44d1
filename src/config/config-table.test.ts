import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { kuboSchema } from './document/kubo-schema.ts'
import type { Schema } from './schema/schema.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What says of keys which there are, or writes them, and reads none. */
const NO_READERS = [
  'src/config/document/kubo-schema.ts',
  'src/config/profiles.ts',
  'src/testing/',
  'sw/node/gateway-setting.ts'
]

const rows = [...readFileSync(join(ROOT, 'docs/config.md'), 'utf8').matchAll(/^\| `([^`]+)` \| (\w+) \|/gm)].map((
  [, key, here]
) => ({ key, here }))
const keys = leaves(kuboSchema)
const code = [...sources('src'), ...sources('sw')].map((path) => readFileSync(join(ROOT, path), 'utf8'))

/** Keys with a value of their own; what has keys that a person chooses is one. */
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

/** The row of a key: its own before that of its section. */
function rowOf (key: string): { key: string; here: string } | undefined {
  return rows.find((row) => row.key === key) ??
    rows.find((row) => row.key.endsWith('.*') && key.startsWith(row.key.slice(0, -1)))
}

/**
 * Whether a file reads a key: by its name, a section of it or a key below it, or by the last part of it behind a
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

test('every row is of keys that there are, and says what becomes of them', () => {
  expect(
    rows.filter(({ key, here }) =>
      !['acts', 'kept'].includes(here) ||
      !keys.some((known) => key.endsWith('.*') ? known.startsWith(key.slice(0, -1)) : known === key)
    )
  ).toEqual([])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})

describe('the table and the code agree', () => {
  test.each(keys.filter((key) => rowOf(key)?.here === 'acts'))('%s acts, and is read', (key) => {
    expect(isRead(key)).toBe(true)
  })

  // the names of single sections are words that stand in the code for other things too
  test.each(keys.filter((key) => rowOf(key)?.here === 'kept' && key.includes('.')))(
    '%s is kept, and not read',
    (key) => {
      expect(code.some((text) => new RegExp(`'${key.replaceAll('.', '\\.')}'`).test(text))).toBe(false)
    }
  )
})
