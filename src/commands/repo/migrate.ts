import { REPO_VERSION } from '../../repo/version.ts'
import { command } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'

/** Known to Kubo's command line alone: over HTTP there is no such command. The stores of this node migrate themselves when they are opened. */
export const repoMigrate = command({
  help: { tagline: 'Bring the repo to another version; not over HTTP.' },
  noRemote: true,
  options: {
    to: option.int('to', 'The version.', { default: Number(REPO_VERSION) }),
    allowDowngrade: option.bool('allow-downgrade', 'Also to a lower version.')
  }
})
