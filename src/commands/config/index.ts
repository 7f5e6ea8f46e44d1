import { getValue, setValue } from '../../config/changes/change-config.ts'
import { refuseSecret } from '../../config/changes/conceal.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { expandValue } from '../../config/values/auto-values.ts'
import type { Config, Json } from '../../config/values/config.ts'
import { parseGoJson } from '../../go/json/parse-json.ts'
import { goQuote } from '../../go/text/quote.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { configEdit } from './edit.ts'
import { expandAutoOption } from './expand-auto-option.ts'
import { humanOutput } from './human-output.ts'
import { configProfile } from './profile.ts'
import { configReplace } from './replace.ts'
import { configShow } from './show.ts'
import { sortKeys } from './sort-keys.ts'

export const config = command({
  help: {
    tagline: 'Read or set a value of the configuration.',
    description:
      'A key is a dotted path, for example Datastore.StorageMax. If a value is given, it is stored: as text, or as ' +
      'the options say. null as JSON resets a setting to its default.'
  },
  errors: [
    { ask: 'arg=No.Such', says: 'failed to get config value: "No not found"' },
    { ask: 'arg=Identity.PrivKey', says: 'cannot show or change private key through API' },
    {
      ask: 'arg=Import.CidVersion&arg=%22x%22&json=true',
      says:
        'failed to set config value: failure to decode config: json: cannot unmarshal string into Go struct field ' +
        'Import.Import.CidVersion of type int64 (maybe use --json?)'
    }
  ],
  args: {
    key: argument.string('key', 'Dotted path of the value.'),
    value: argument.string('value', 'The new value.', { required: false })
  },
  options: {
    bool: option.bool('bool', 'Store a boolean: true for the text true, false for any other. Ignored with json.'),
    json: option.bool('json', 'Parse the value as JSON.'),
    expandAuto: expandAutoOption
  },
  output: outputShape('ConfigField', 'Key:string Value:object', 'Key:string Value:any'),

  async run ({ key, value, bool, json, expandAuto }, { node, surplus = [] }) {
    refuseSecret(key)

    // As in Kubo, more than two arguments set nothing.
    if (value !== undefined && surplus.length === 0) {
      if (expandAuto === true) {
        throw new Error('--expand-auto can only be used for reading config values, not for setting them')
      }

      await setConfigValue(node.config, key, parseValue(value, { json, bool }))
    }

    const found = getConfigValue(node.config.all(), key)
    return singleResult({
      Key: key,
      Value: sortKeys(expandAuto === true ? expandValue(node.config.all(), key, found, node.config.autoConf) : found)
    })
  },

  text: ({ Value }, { value }) => value === undefined ? `${humanOutput(Value)}\n` : ''
}, {
  edit: configEdit,
  profile: configProfile,
  replace: configReplace,
  show: configShow
})

function parseValue (
  value: string,
  { json, bool }: { json: boolean | undefined; bool: boolean | undefined }
): Json {
  if (json === true) {
    return parseJson(value)
  }

  return bool === true ? value === 'true' : value
}

function getConfigValue (config: Config, key: string): Json {
  try {
    return getValue(config, key)
  } catch (err) {
    throw new Error(`failed to get config value: ${goQuote((err as Error).message)}`)
  }
}

async function setConfigValue (store: ConfigStore, key: string, value: Json): Promise<void> {
  await store.update((config) => {
    try {
      return setValue(config, key, value)
    } catch (err) {
      throw new Error(`failed to set config value: ${(err as Error).message} (maybe use --json?)`)
    }
  })
}

function parseJson (text: string): Json {
  try {
    return parseGoJson(text) as Json
  } catch (err) {
    throw new Error(`failed to unmarshal json. ${(err as Error).message}`)
  }
}
