import { kuboSchema } from '../../src/config/document/kubo-schema.ts'
import type { Schema } from '../../src/config/schema/schema.ts'
import { isObject } from '../../src/config/values/config.ts'
import type { Config, Json } from '../../src/config/values/config.ts'

/** The input type of a value in a form. Each may be null, which stands for the built-in default. */
type SettingKind = 'bool' | 'integer' | 'text' | 'duration' | 'size' | 'list' | 'json'

/** Input types by Go type name. */
const KINDS: Record<string, SettingKind> = {
  bool: 'bool',
  'config.Flag': 'bool',
  'config.OptionalInteger': 'integer',
  'config.OptionalString': 'text',
  'config.OptionalBytes': 'size',
  'config.OptionalDuration': 'duration',
  '[]string': 'list'
}

const AT_RESTART = 'Takes effect at the next start of the node.'

interface Row {
  key: string
  acts: boolean
  how: string
}

/**
 * Returns the settings data of the page except the values: type and default of every key, and its description in the
 * tables of `docs/reference/config.md`. One key per line.
 *
 * @param table - the text of `docs/reference/config.md`
 */
export function settingsJson (table: string, defaults: Config): string {
  const rows = [...table.matchAll(/^\| `([^`]+)` \|.*\| (.*?) ?\| (yes|no|–) \|$/gm)].map((
    [, key, effect, restart]
  ): Row => ({
    key,
    acts: restart !== '–',
    // Drops links to other sections, which a form does not show.
    how: [effect.replaceAll(/, see \[[^\]]+\]\([^)]+\)/g, ''), ...restart === 'yes' ? [AT_RESTART] : []]
      .filter((text) => text !== '')
      .join('. ')
  }))

  const lines = schemaLeaves(kuboSchema).map(({ key, schema }) => {
    const { acts, how } = rowOf(rows, key)
    return JSON.stringify({ key, kind: kindOf(schema), acts, how, default: valueAt(defaults, key) })
  })

  return `[\n${lines.join(',\n')}\n]\n`
}

function schemaLeaves (schema: Schema, at: readonly string[] = []): Array<{ key: string; schema: Schema }> {
  return schema.kind === 'struct'
    ? Object.entries(schema.fields).flatMap(([name, { schema }]) => schemaLeaves(schema, [...at, name]))
    : [{ key: at.join('.'), schema }]
}

/** Returns the row of a key, or that of its section. */
function rowOf (rows: readonly Row[], key: string): Row {
  const row = rows.find((row) => row.key === key) ??
    rows.find((row) => row.key.endsWith('.*') && key.startsWith(row.key.slice(0, -1)))

  if (row == null) {
    throw new Error(`docs/reference/config.md does not say what ${key} does`)
  }

  return row
}

function kindOf ({ kind, go }: Schema): SettingKind {
  const byKind: Partial<Record<Schema['kind'], SettingKind>> = { string: 'text', integer: 'integer' }
  return KINDS[go] ?? byKind[kind] ?? 'json'
}

function valueAt (config: Config, key: string): Json {
  return key.split('.').reduce<Json>((at, name) => isObject(at) ? at[name] ?? null : null, config)
}
