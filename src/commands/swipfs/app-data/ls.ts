import { appDataKeys } from '../../../repo/app-data.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { streamResult } from '../../../rpc/command/result.ts'

interface AppKey {
  Key: string
}

export const listAppKeys = command({
  help: {
    tagline: 'List the keys of stored rows.',
    description: 'Only rows of apps are listed, never those of the node itself.'
  },
  errors: [
    { ask: 'arg=notes', says: 'a key begins with / and has at most 1024 characters' }
  ],
  args: {
    prefix: argument.string('prefix', 'List the keys below it. Default: all keys.', {
      required: false,
      example: '/notes'
    })
  },
  output: outputShape('AppKey', 'Key:string'),

  run: ({ prefix = '/' }, { node }) =>
    streamResult((async function* (): AsyncGenerator<AppKey> {
      for await (const Key of appDataKeys(node.datastore, prefix)) {
        yield { Key }
      }
    })()),

  text: ({ Key }) => `${Key}\n`
})
