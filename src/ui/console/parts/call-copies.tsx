import { cliLine } from '../../lib/command/call/cli-line.ts'
import type { CommandCall } from '../../lib/command/call/command-call.ts'
import { clientCode } from '../../lib/command/code/client-code.ts'
import { fetchCode } from '../../lib/command/code/fetch-code.ts'
import type { CommandInfo } from '../../lib/command/info/command-info.ts'
import { t } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'

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
