import { RECORD_MEDIA_TYPE } from '../../names/record/read-record.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { routingValue } from '../shared/routing-value.ts'

export const nameGet = command({
  help: {
    tagline: 'Get the signed record of a name.',
    description: 'On a node that was started offline, use offline=true to read the local record.'
  },
  differs: [
    'With offline=true an offline node answers from its datastore (Kubo: an error).'
  ],
  errors: [
    { ask: 'arg=$NAME', says: "this action must be run in online mode, try running 'ipfs daemon' first" }
  ],
  status: 'experimental',
  args: { name: argument.string('name', 'The name.') },
  answersBytes: true,

  async run ({ name }, context) {
    const record = await routingValue(name.startsWith('/ipns/') ? name : `/ipns/${name}`, context)
    return bytesResult([record], { contentType: RECORD_MEDIA_TYPE })
  }
})
