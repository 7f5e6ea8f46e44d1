import type { CliCommand } from '../program/cli-command.ts'

interface ListedCommand {
  /** one line, for the list of commands */
  summary: string
  /** Loads the command when it is run, because some load libp2p. */
  load: () => Promise<CliCommand>
}

/** The commands by their names. */
export const COMMANDS: ReadonlyMap<string, ListedCommand> = new Map(Object.entries({
  serve: {
    summary: 'run a node: RPC API, gateway and peer',
    load: async () => (await import('./serve.ts')).serve
  },
  relay: {
    summary: 'run a relay and a router for nodes in browsers',
    load: async () => (await import('./relay.ts')).relay
  },
  import: {
    summary: 'store files, folders, CARs or a backup in a node',
    load: async () => (await import('./import.ts')).importCommand
  },
  export: {
    summary: 'write content of a node as a CAR, a TAR or a file',
    load: async () => (await import('./export.ts')).exportCommand
  },
  publish: {
    summary: 'publish a folder as a site',
    load: async () => (await import('./publish.ts')).publish
  },
  sync: {
    summary: 'keep Files of a node equal to those of a paired device',
    load: async () => (await import('./sync.ts')).sync
  },
  worker: {
    summary: 'write the worker into a folder that a bundler has built',
    load: async () => (await import('./worker.ts')).worker
  },
  deploy: {
    summary: 'write the headers and fallbacks of a static host',
    load: async () => (await import('./deploy.ts')).deploy
  }
}))
