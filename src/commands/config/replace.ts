import { readConfig } from '../../config/document/read-config.ts'
import { usableConfig } from '../../config/document/usable-config.ts'
import { writtenConfig } from '../../config/document/written-config.ts'
import { getIn, setIn } from '../../config/values/config.ts'
import type { Config, Json } from '../../config/values/config.ts'
import { firstGoJson } from '../../go/json/parse-json.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { firstFile } from '../shared/entry-bytes.ts'

export const configReplace = command({
  help: {
    tagline: 'Replace the configuration.',
    description:
      'Settings that the file omits return to their defaults. The identity, the type of the blockstore and the ' +
      'secrets of remote pinning services never change.'
  },
  differs: [
    'Identity.PeerID does not change, nor does Datastore.Spec if the file has one (Kubo stores them and does not ' +
    'start again).',
    'All settings that the file omits are removed (Kubo keeps some, for example AutoConf.URL).'
  ],
  errors: [
    { ask: '', body: '{', says: 'failed to decode file as config' }
  ],
  args: { file: argument.file('file', 'The configuration, as `config show` writes it.') },
  answers: 'nothing',

  async run ({ file }, { node, signal }) {
    const given = parseConfig(await firstFile(file, signal))
    await node.config.update((config) => checkReplacement(config, given))
    return emptyResult()
  }
})

function parseConfig (bytes: Uint8Array): Config {
  try {
    return readConfig((firstGoJson(new TextDecoder().decode(bytes)) ?? {}) as Config)
  } catch {
    throw new Error('failed to decode file as config')
  }
}

/**
 * Replaces the configuration: settings that the file omits are unset. Kubo merges the file into the old configuration,
 * so that omitted empty values return (`fsrepo.SetConfig`).
 *
 * The identity and the store layout of the repo are kept. Kubo writes another peer ID or datastore type, and then fails
 * to start.
 */
function checkReplacement (config: Config, given: Config): Config {
  if (getIn(given, 'Identity.PrivKey') != null && getIn(given, 'Identity.PrivKey') !== '') {
    throw new Error('setting private key with API is not supported')
  }

  const [problem] = usableConfig(given).problems

  if (problem != null) {
    throw new Error(problem.message)
  }

  const written = writtenConfig(config, withServiceSecrets(config, given), given)
  return {
    ...written,
    Identity: config.Identity,
    Datastore: { ...written.Datastore as Config, Spec: specOf(config, given) }
  }
}

/** Returns null if the file does not name the layout of the block store; else the current layout. */
function specOf (config: Config, given: Config): Json {
  const spec = getIn(given, 'Datastore.Spec') ?? null
  return spec === null ? null : getIn(config, 'Datastore.Spec') ?? spec
}

type Services = Record<string, { API?: { Endpoint?: string; Key?: string } }>

/** Adds the API endpoints and keys of pinning services, which `config/show` omits. */
function withServiceSecrets (config: Config, given: Config): Config {
  const before = (getIn(usableConfig(config).config, 'Pinning.RemoteServices') ?? {}) as Services
  const after = (getIn(given, 'Pinning.RemoteServices') ?? {}) as Services

  if (
    Object.keys(before).length !== Object.keys(after).length ||
    Object.keys(before).some((name) => !Object.hasOwn(after, name))
  ) {
    throw new Error("cannot add or remove remote pinning services with 'config replace'")
  }

  for (const [name, { API = {} }] of Object.entries(after)) {
    if ((API.Key ?? '') !== '' || ((API.Endpoint ?? '') !== '' && API.Endpoint !== before[name].API?.Endpoint)) {
      throw new Error('cannot change remote pinning services api info with `config replace`')
    }
  }

  const merged = Object.entries(after).map(([name, service]) => [name, { ...service, API: before[name].API ?? {} }])
  return merged.length === 0 ? given : setIn(given, 'Pinning.RemoteServices', Object.fromEntries(merged) as Config)
}
