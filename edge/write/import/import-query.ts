import { addOptions } from '../../../src/commands/add/options.ts'
import type { ImportCommand } from './import-state.ts'

/** Options of `dag/import` that an import passes on. */
const CAR_OPTIONS = ['pin-roots', 'allow-big-block', 'local-only']

/** Options of all commands that format their answer. */
const FORMAT_OPTIONS = ['cid-base', 'upgrade-cidv0-in-output']

/** Options of `add` that are refused, because the content is stored in the bucket already. */
export const OTHER_OPTIONS: readonly string[] = ['only-hash', 'n', 'nocopy']

/** An option of `add` that has a meaning only while the bytes are sent. */
const PROGRESS = ['progress', 'p']

/** Returns the options of a command that an import passes on, as a query. */
export function queryOf (command: ImportCommand, query: URLSearchParams): string {
  const passed = new Set([...command === 'add' ? addNames() : CAR_OPTIONS, ...FORMAT_OPTIONS])
  return new URLSearchParams([
    ...command === 'add' ? [] : [['stats', 'true']],
    ...[...query].filter(([key]) => passed.has(key))
  ]).toString()
}

/** Returns the name of the file that `add` reports: that of the query, or the last segment of the object's. */
export function fileNameOf (name: string, query: URLSearchParams): string {
  return query.get('name') ?? name.slice(name.lastIndexOf('/') + 1)
}

/** Returns the names of the options of `add`, with their short forms. */
function addNames (): string[] {
  return Object.values(addOptions).flatMap(({ names }) => [...names]).filter((name) => !PROGRESS.includes(name))
}
