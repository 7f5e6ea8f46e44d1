import { SortedRows } from '../../bytes/sorted-rows.ts'
import { JsonRows } from '../../go/json/json-rows.ts'
import { goJson } from '../../go/json/write-json.ts'
import { compareStrings } from '../../go/text/compare-strings.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { largeResult, singleResult, streamResult } from '../../rpc/command/result.ts'
import { checkPinName } from '../shared/pin-name.ts'
import { lsAll } from './ls-all.ts'
import type { PinLsObject } from './ls-object.ts'
import { lsPaths } from './ls-paths.ts'

/** Either a line of the streamed form, or the whole answer of the other. */
type PinLsOutput = Partial<PinLsObject> & { Keys?: Record<string, { Type: string; Name: string }> }

export const pinLs = command({
  help: {
    tagline: 'List pins.',
    description:
      'Lists all pins, or how the given objects are pinned: recursively, directly, or indirectly by another pin. ' +
      'Use stream for many indirect pins; otherwise the answer is a single JSON value.'
  },
  errors: [
    { ask: 'arg=$CID', says: "path '$CID' is not pinned" },
    { ask: 'type=nosuch', says: "invalid type 'nosuch', must be one of {direct, indirect, recursive, all}" }
  ],
  args: {
    paths: argument.string('ipfs-path', 'Objects to look up; each must be pinned.', { required: false, variadic: true })
  },
  options: {
    type: option.string('type,t', 'Type of pins to list: direct, indirect, recursive or all.', { default: 'all' }),
    quiet: option.bool('quiet,q', 'Print only the CIDs.'),
    name: option.string(
      'name,n',
      'List only pins whose name contains this text. Implies names. With paths it selects nothing.'
    ),
    stream: option.bool('stream,s', 'Return each pin as it is found, unsorted.'),
    names: option.bool('names', 'Return the names of the pins.')
  },
  output: outputShape('PinLsOutputWrapper', 'Keys?:map[string]pin.PinLsType Cid?:string Name?:string Type?:string'),

  async run ({ paths, type, name = '', names, stream: streamed }, context) {
    checkPinName(name)
    const options = { type, name, withNames: names === true || name !== '' }
    const objects: AsyncIterable<PinLsObject> = paths.length > 0
      ? lsPaths(paths, context, options)
      : lsAll(context, options)

    if (streamed === true) {
      return streamResult<PinLsOutput>(objects)
    }

    // Go writes maps in the order of their keys.
    const rows = new SortedRows(compareStrings)
    const types: string[] = []

    for await (const { Cid, Type, Name } of objects) {
      const known = types.indexOf(Type)
      rows.add(Cid, `${known < 0 ? types.push(Type) - 1 : known}\n${Name}`)
    }

    return rows.size === 0
      ? singleResult<PinLsOutput>({})
      : largeResult<PinLsOutput>({ Keys: new JsonRows('map', jsonMembers(rows, types)) })
  },

  text ({ Keys, Cid = '', Type = '', Name = '' }, { quiet }) {
    const line = (cid: string, type: string, name: string): string =>
      `${quiet === true ? cid : [cid, type, name].filter((part) => part !== '').join(' ')}\n`
    return Keys == null
      ? line(Cid, Type, Name)
      : Object.entries(Keys).map(([cid, { Type, Name }]) => line(cid, Type, Name)).join('')
  }
})

/** Yields the map members. For equal CID texts (CIDv0 and CIDv1 that encode alike) the last one wins. */
function* jsonMembers (rows: SortedRows, types: readonly string[]): Generator<string> {
  let last: [cid: string, row: string] | undefined

  for (const next of rows) {
    if (last != null && last[0] !== next[0]) {
      yield jsonMember(last, types)
    }

    last = next
  }

  if (last != null) {
    yield jsonMember(last, types)
  }
}

/** Formats a map member; a row is the index of its type, followed by its name. */
function jsonMember ([cid, row]: [cid: string, row: string], types: readonly string[]): string {
  const end = row.indexOf('\n')
  return `${goJson(cid)}:${goJson({ Type: types[Number(row.slice(0, end))], Name: row.slice(end + 1) })}`
}
