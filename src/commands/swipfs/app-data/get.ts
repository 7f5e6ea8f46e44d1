import { encodeBase64 } from '../../../ipld/json/base64.ts'
import { readAppData } from '../../../repo/app-data.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { streamResult } from '../../../rpc/command/result.ts'

interface ReadRow {
  Key: string
  /** in base64; null if there is no such row */
  Value: string | null
}

export const getAppRows = command({
  help: {
    tagline: 'Read stored rows.',
    description: 'Returns a row for each key, in the same order. Value is in base64, and null for a missing row.'
  },
  errors: [
    { ask: 'arg=notes', says: 'a key begins with / and has at most 1024 characters' }
  ],
  args: { keys: argument.string('key', 'Keys of the rows, at most 256.', { variadic: true, example: '/notes/1' }) },
  output: outputShape('AppRow', 'Key:string Value:string'),

  async run ({ keys }, { node }) {
    const values = await readAppData(node.datastore, keys)

    return streamResult((async function* (): AsyncGenerator<ReadRow> {
      for (const [i, Key] of keys.entries()) {
        const value = values[i]
        yield { Key, Value: value == null ? null : encodeBase64(value) }
      }
    })())
  },

  text: ({ Key, Value }) => Value == null ? '' : `${Key} ${Value}\n`
})
