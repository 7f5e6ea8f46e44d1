import { addReference } from '../../../api/add-reference.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { option } from '../../../rpc/command/option.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'
import { checkPinName } from '../../shared/pin-name.ts'

export const filestoreAdd = command({
  help: {
    tagline: 'Start a job that adds a file in place.',
    description:
      'Stores the positions of blocks in the file instead of a copy, like add with nocopy. Answers with the ID of ' +
      'the job (swipfs/jobs/ls), whose argument cid is the root once it is done. A page first hands over the file, ' +
      'by addReference of the client library.'
  },
  errors: [
    { ask: 'arg=/picked/film.mp4', says: 'filestore is not enabled, see https://git.io/vNItf' }
  ],
  args: { file: argument.string('file', 'Path of the file.', { example: '/picked/film.mp4' }) },
  options: {
    pin: option.bool('pin', 'Pin the file recursively.', { default: true }),
    pinName: option.string('pin-name', 'Name of the pin.')
  },
  output: outputShape('ReferenceJob', 'ID:string'),

  async run ({ file, pin, pinName = '' }, { node }) {
    checkPinName(pinName)
    return singleResult({ ID: await addReference(node, file, { pinName: pin && pinName }) })
  },

  text: ({ ID }) => `${ID}\n`
})
