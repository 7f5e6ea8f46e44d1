import { cliLine } from '../../lib/command/cli-line.ts'
import { clientCode } from '../../lib/command/client-code.ts'
import type { CommandCall } from '../../lib/command/command-call.ts'
import type { CommandInfo } from '../../lib/command/command-info.ts'
import { fetchCode } from '../../lib/command/fetch-code.ts'
import { t } from '../../lib/t.ts'
import { CopyButton } from '../copy-button.tsx'

/** The call as a command line, as page code, and for kubo-rpc-client. */
export function CallCopies (
  { call: asked, files, commands }: { call: CommandCall; files: readonly File[]; commands: readonly CommandInfo[] }
) {
  const call = files.length > 0 ? { ...asked, files: files.map(({ name }) => name) } : asked
  const client = clientCode(call, commands)

  return (
    <div class='actions copies' role='group' aria-label={t('Copy this command')}>
      <CopyButton label={t('Copy as CLI')} text={cliLine(call, commands)} what={t('line for a terminal')} />
      <CopyButton label={t('as fetch')} text={fetchCode(call)} what={t('code with fetch')} />
      {client == null
        ? <span class='facts'>{t('kubo-rpc-client has no such call')}</span>
        : <CopyButton label={t('as kubo-rpc-client')} text={client} what={t('code with kubo-rpc-client')} />}
    </div>
  )
}
