import { openKeys } from '../../../keys/backup/open-keys.ts'
import { restoreKeys } from '../../../keys/backup/restore-keys.ts'
import type { WhenTaken } from '../../../keys/backup/restore-keys.ts'
import type { SealedKeys } from '../../../keys/backup/sealed-keys.ts'
import { argument } from '../../../rpc/command/argument.ts'
import type { Upload } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { option } from '../../../rpc/command/option.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { streamResult } from '../../../rpc/command/result.ts'
import { entryBytes } from '../../shared/entry-bytes.ts'

const WHEN_TAKEN: readonly string[] = ['rename', 'skip', 'look'] satisfies WhenTaken[]

/** Limit of each file in bytes: room for some ten thousand keys. */
const MAX_BYTES = 8 * 1024 * 1024

export const restoreKeysCommand = command({
  help: {
    tagline: 'Import the keys of an encrypted backup.',
    description:
      'Takes two files: the backup, as sealKeys of the client library makes it, and its password. Skips keys that ' +
      'exist, so that it can be repeated. The node keeps its own key; that of the other node becomes an additional ' +
      'key. Is is "restored" or "here" for a key with the name As, and "taken" if another key has its name.'
  },
  errors: [
    { ask: '', body: '{}', says: 'the password is missing: it is a second file' },
    { ask: 'when-taken=replace', body: '{}', says: 'when-taken is rename, skip or look' }
  ],
  args: { files: argument.file('files', 'The backup, then its password.', { variadic: true }) },
  options: {
    whenTaken: option.string(
      'when-taken',
      'If another key has the name of a key: "rename" adds a number, "skip" omits the key, "look" changes nothing ' +
        'and reports the outcome.',
      { default: 'rename' }
    )
  },
  output: outputShape('RestoredKey', 'Name:string Is:string As?:string'),

  async run ({ files, whenTaken }, { node, signal }) {
    if (!WHEN_TAKEN.includes(whenTaken)) {
      throw new Error('when-taken is rename, skip or look')
    }

    const [backup, password] = await textsOf(files, signal)

    if (password == null) {
      throw new Error('the password is missing: it is a second file')
    }

    // editors end a file with a line end
    const keys = await openKeys(parseBackup(backup), password.replace(/\r?\n$/, ''))
    const restored = await restoreKeys(node.keys, keys, { whenTaken: whenTaken as WhenTaken })

    return streamResult((async function* () {
      for (const { name, is, as } of restored) {
        yield { Name: name, Is: is, As: as }
      }
    })())
  },

  text: ({ Name, Is, As = '' }) => `${Is} ${Name}${As === '' || As === Name ? '' : ` as ${As}`}\n`
})

async function textsOf (files: Upload, signal: AbortSignal): Promise<string[]> {
  const texts: string[] = []

  for await (const entry of files) {
    const tooLarge = (): Error => new Error(`a file has at most ${MAX_BYTES} bytes`)
    texts.push(new TextDecoder().decode(await entryBytes(entry, { signal, maxBytes: MAX_BYTES, tooLarge })))

    if (texts.length === 2) {
      break
    }
  }

  return texts
}

/** Parses a backup. `openKeys` checks its fields. */
function parseBackup (text: string): SealedKeys {
  try {
    const value = JSON.parse(text) as SealedKeys | null

    if (typeof value === 'object' && value !== null) {
      return value
    }
  } catch {}

  throw new Error('the backup is not JSON')
}
