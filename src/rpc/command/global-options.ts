import { option } from './option.ts'

/**
 * Options that every command takes (Kubo `core/commands/root.go`, go-ipfs-cmds `opts.go`). Options with which the
 * command line finds its daemon are parsed and type-checked, and otherwise ignored.
 */
export const globalOptions = {
  repoDir: option.string('repo-dir', 'Path of the repository (command line only).'),
  configFile: option.string('config-file', 'Path of the configuration file (command line only).'),
  config: option.string('config,c', 'Deprecated alias of config-file (command line only).', { deprecated: true }),
  debug: option.bool('debug,D', 'Write debug logs (command line only).'),
  help: option.bool('help', 'Show the whole help of the command (command line only).'),
  shortHelp: option.bool('h', 'Show a short help (command line only).'),
  local: option.bool('local,L', 'Deprecated alias of offline (command line only).', { deprecated: true }),
  offline: option.bool('offline', 'Use the local store only; do not contact the network.'),
  api: option.string('api', 'Address of the daemon (command line only).'),
  apiAuth: option.string('api-auth', 'Secret for the daemon (command line only).'),
  cidBase: option.string(
    'cid-base',
    'Multibase of CIDv1s in the output. Most commands then convert CIDv0s too, unless upgrade-cidv0-in-output=false.'
  ),
  upgradeCids: option.bool('upgrade-cidv0-in-output', 'Convert CIDv0s in the output to CIDv1.'),
  encoding: option.string('encoding,enc', 'Output format: json, text or xml.', { default: 'json' }),
  streamChannels: option.bool('stream-channels', 'Stream the values (command line only).'),
  timeout: option.string('timeout', 'Time limit of the request, for example 300ms or 1m30s.')
}
