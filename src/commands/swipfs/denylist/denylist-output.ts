import type { ListRow, ListSource } from '../../../denylist/lists/list-row.ts'
import { outputShape } from '../../../rpc/command/output.ts'

export interface DenylistOutput {
  Name: string
  /** name in the header of the list */
  Title: string
  Description: string
  /** URL, content path or file; empty for an uploaded list */
  Source: string
  Rules: number
  /** lines that are no rule */
  Invalid: number
  /** the first of them, and why it is invalid */
  Problem: string
  Bytes: number
  Updated: string
  Checked: string
  /** the last error of a refresh */
  Error: string
}

/** The shape of a list in answers. */
export const denylistShape = outputShape(
  'Denylist',
  'Name:string Title:string Description:string Source:string Rules:int Invalid:int Problem?:string Bytes:int ' +
    'Updated:string Checked:string Error?:string'
)

/** Returns a list as commands answer it. */
export function denylistOutput (
  { name, title, description, source, facts, updatedMs, checkedMs, error }: ListRow
): DenylistOutput {
  return {
    Name: name,
    Title: title,
    Description: description,
    Source: sourceText(source),
    Rules: facts.rules,
    Invalid: facts.invalid,
    Problem: facts.problem,
    Bytes: facts.bytes,
    Updated: new Date(updatedMs).toISOString(),
    Checked: new Date(checkedMs).toISOString(),
    Error: error
  }
}

/** Writes a list as a line of text. */
export function denylistText ({ Name, Source, Rules, Invalid, Error }: DenylistOutput): string {
  const notes = [
    `${Rules} rules`,
    ...Invalid === 0 ? [] : [`${Invalid} invalid lines`],
    ...Source === '' ? [] : [Source],
    ...Error === '' ? [] : [`not refreshed: ${Error}`]
  ]
  return `${Name} ${notes.join(', ')}\n`
}

function sourceText (source: ListSource): string {
  switch (source.kind) {
    case 'url':
      return source.url
    case 'path':
    case 'file':
      return source.path
    case 'upload':
      return ''
  }
}
