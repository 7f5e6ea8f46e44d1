/** The loggers of a node, by the names that Kubo has for these parts where it has one. All of them exist from the start on; the service worker adds its own. */
export const SUBSYSTEMS = [
  'autogc', 'boxo/gateway', 'cmds/http', 'core', 'core/commands', 'gc', 'namesys', 'p2p-mount', 'provider', 'services', 'swarm'
] as const
