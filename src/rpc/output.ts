/** A field of an answer: its name, its Go type (for the text and XML forms) and whether it is left out when empty. */
export interface OutputField {
  name: string
  type: string
  omitEmpty: boolean
}

/** The fields of a command's answer in the order of the wire. */
export interface OutputShape {
  /** name of the Go type, the element name in XML */
  name: string
  fields: readonly OutputField[]
  /** the fields of the Go struct, where XML has others or another order than JSON, with the names that they have in JSON */
  xmlFields?: ReadonlyArray<OutputField & { member: string }>
}

/**
 * Declares the shape of an answer, as in `shape('AddEvent', 'Name:string Hash?:string Bytes?:int64')`.
 * `?` marks a field that is left out when it is empty (Go's `omitempty`): undefined, '', 0, false, an empty list or map.
 *
 * @param xml - the fields of the Go struct for XML, if they differ from those of JSON: `DagStatsArray=DagStats:list` is the field
 *   DagStatsArray, which JSON calls DagStats
 */
export function shape (name: string, text: string, xml?: string): OutputShape {
  return { name, fields: fields(text), ...xml == null ? {} : { xmlFields: fields(xml).map(xmlField) } }
}

function xmlField ({ name: text, ...field }: OutputField): OutputField & { member: string } {
  const [name, member = name] = text.split('=')
  return { ...field, name, member }
}

/** Fields as `shape` reads them. */
export function fields (text: string): OutputField[] {
  return text.split(' ').filter((field) => field !== '').map((field) => {
    const [left, type = 'object'] = field.split(':')
    return { name: left.replace('?', ''), type, omitEmpty: left.endsWith('?') }
  })
}

/** Puts a value's members into the order of the wire and leaves out what is empty and may be. Values that are no plain object pass as they are. */
export function applyShape (value: unknown, output: OutputShape | undefined): unknown {
  if (output == null || value === null || typeof value !== 'object' || Array.isArray(value)) {
    return value
  }

  const members = value as Record<string, unknown>
  const ordered: Record<string, unknown> = {}

  for (const { name, omitEmpty } of output.fields) {
    const member = members[name]

    if (omitEmpty && isEmpty(member)) {
      continue
    }

    ordered[name] = member === undefined ? null : member
  }

  return ordered
}

function isEmpty (value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === 0n || value === false) {
    return true
  }

  if (typeof value === 'object') {
    return Object.keys(value).length === 0
  }

  return false
}
