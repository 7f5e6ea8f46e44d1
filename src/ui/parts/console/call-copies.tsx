import { cliLine } from '../../lib/command/cli-line.ts'
import { clientCode } from '../../lib/command/client-code.ts'
import type { CommandCall } from '../../lib/command/command-call.ts'
import type { CommandInfo } from '../../lib/command/command-info.ts'
import { fetchCode } from '../../lib/command/fetch-code.ts'
import { CopyButton } from '../copy-button.tsx'

/** The same for a terminal, for a page, and for the client written for Kubo. */
export function CallCopies ({ call: asked, files, commands }: { call: CommandCall, files: readonly File[], commands: readonly CommandInfo[] }) {
  const call = files.length > 0 ? { ...asked, files: files.map(({ name }) => name) } : asked
  const client = clientCode(call, commands)

  return (
    <div class='actions copies' role='group' aria-label='Copy this command'>
      <CopyButton label='Copy as CLI' text={cliLine(call, commands)} what='line for a terminal' />
      <CopyButton label='as fetch' text={fetchCode(call)} what='code with fetch' />
      {client == null
        ? <span class='facts'>kubo-rpc-client has no such call</span>
        : <CopyButton label='as kubo-rpc-client' text={client} what='code with kubo-rpc-client' />}
    </div>
  )
}
