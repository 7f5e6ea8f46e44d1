import { REPO_VERSION } from '../../repo/version.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'

/**
 * Only available on Kubo's command line; 404 over HTTP. The stores of this node migrate themselves when they are
 * opened.
 */
export const repoMigrate = command({
  help: { tagline: 'Migrate the repo to another version. Not available over HTTP.' },
  noRemote: true,
  options: {
    to: option.int('to', 'Version of the repo.', { default: Number(REPO_VERSION) }),
    allowDowngrade: option.bool('allow-downgrade', 'Allow a lower version.')
  }
})
