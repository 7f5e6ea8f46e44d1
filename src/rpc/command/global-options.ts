import { option } from './option.ts'

/**
 * Options that every command takes (Kubo `core/commands/root.go`, go-ipfs-cmds `opts.go`). Options with which the
 * command line finds its daemon are parsed and type-checked, and otherwise ignored.
 */
export const globalOptions = {
  repoDir: option.string('repo-dir', 'Where the repository lies; of use to the command line alone.'),
  configFile: option.string('config-file', 'Which configuration file to use; of use to the command line alone.'),
  config: option.string('config,c', 'Old name of config-file.', { deprecated: true }),
  debug: option.bool('debug,D', 'Log more; of use to the command line alone.'),
  help: option.bool('help', 'Show the whole help of the command; of use to the command line alone.'),
  shortHelp: option.bool('h', 'Show a short help; of use to the command line alone.'),
  local: option.bool('local,L', 'Old name of offline, for the command line alone.', { deprecated: true }),
  offline: option.bool('offline', 'Use only what is in the local store; never ask the network.'),
  api: option.string('api', 'Which daemon to ask; of use to the command line alone.'),
  apiAuth: option.string('api-auth', 'Secret for the daemon; of use to the command line alone.'),
  cidBase: option.string('cid-base', 'Multibase in which CIDs of version 1 are written in the answer.'),
  upgradeCids: option.bool('upgrade-cidv0-in-output', 'Write CIDs of version 0 as version 1.'),
  encoding: option.string('encoding,enc', 'Form of the answer: json, text or xml.', { default: 'json' }),
  streamChannels: option.bool('stream-channels', 'Stream the values; of use to the command line alone.'),
  timeout: option.string('timeout', 'Give up after this time, such as 300ms or 1m30s.')
}
