import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { once, stream } from '../../rpc/result.ts'
import { checkPinName } from '../shared/pin-name.ts'
import { lsAll } from './ls-all.ts'
import { lsPaths } from './ls-paths.ts'
import type { PinLsObject } from './ls-object.ts'

/** Either a line of the streamed form or the whole of the other. */
type PinLsOutput = Partial<PinLsObject> & { Keys?: Record<string, { Type: string, Name: string }> }

export const pinLs = command({
  help: {
    tagline: 'List pins.',
    description: 'Lists all pins, or how certain objects are pinned: recursively, directly, or indirectly below another pin. Of very many ' +
      'indirect pins the streamed form is better, since the other one is a single JSON value.'
  },
  args: { paths: argument.string('ipfs-path', 'Objects that have to be pinned.', { required: false, variadic: true }) },
  options: {
    type: option.string('type,t', 'Which pins to list: direct, indirect, recursive or all.', { default: 'all' }),
    quiet: option.bool('quiet,q', 'Print the CIDs alone.'),
    name: option.string('name,n', 'Only pins whose name contains this; implies names.', { default: '' }),
    stream: option.bool('stream,s', 'Answer every pin as it is found.'),
    names: option.bool('names', 'Tell the names of the pins.')
  },
  output: shape('PinLsOutputWrapper', 'Keys?:map[string]pin.PinLsType Cid?:string Name?:string Type?:string'),

  async run ({ paths, type, name, names, stream: streamed }, context) {
    checkPinName(name)
    const options = { type, name, withNames: names === true || name !== '' }
    const objects: AsyncIterable<PinLsObject> = paths.length > 0 ? lsPaths(paths, context, options) : lsAll(context, options)

    if (streamed === true) {
      return stream<PinLsOutput>(objects)
    }

    const found: Array<[string, { Type: string, Name: string }]> = []

    for await (const { Cid, Type, Name } of objects) {
      found.push([Cid, { Type, Name }])
    }

    // Go writes maps in the order of their keys
    return once<PinLsOutput>({ Keys: Object.fromEntries(found.sort(([a], [b]) => a < b ? -1 : 1)) })
  },

  text ({ Keys, Cid = '', Type = '', Name = '' }, { quiet }) {
    const line = (cid: string, type: string, name: string): string => `${quiet === true ? cid : name === '' ? `${cid} ${type}` : `${cid} ${type} ${name}`}\n`
    return Keys == null ? line(Cid, Type, Name) : Object.entries(Keys).map(([cid, { Type, Name }]) => line(cid, Type, Name)).join('')
  }
})
