import { REPO_VERSION } from '../../repo/version.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'

/**
 * Only available on Kubo's command line; 404 over HTTP. The stores of this node migrate themselves when they are
 * opened.
 */
export const repoMigrate = command({
  help: { tagline: 'Bring the repo to another version; not over HTTP.' },
  noRemote: true,
  options: {
    to: option.int('to', 'The version.', { default: Number(REPO_VERSION) }),
    allowDowngrade: option.bool('allow-downgrade', 'Also to a lower version.')
  }
})
