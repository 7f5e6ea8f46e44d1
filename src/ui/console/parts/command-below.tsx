import type { CommandInfo } from '../../lib/command/info/command-info.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { HelpText } from '../../page/text/help-text.tsx'

/** The commands of a group to choose from; for the root, all groups and commands. */
export function CommandBelow (
  { command, commands, onChoose }: {
    command: CommandInfo
    commands: readonly CommandInfo[]
    onChoose: (line: string) => void
  }
) {
  const prefix = command.path === '' ? '' : `${command.path}/`
  const below = commands.filter(({ path }) =>
    path !== command.path && path.startsWith(prefix) && !path.slice(prefix.length).includes('/')
  )

  if (below.length === 0) {
    return null
  }

  return (
    <section class='below' aria-labelledby='below-title'>
      <h3 id='below-title'>
        {command.path === ''
          ? t('Commands')
          : rich(t('{command} subcommands'), { command: <code>{command.path.replaceAll('/', ' ')}</code> })}
      </h3>
      {command.path !== '' && !command.runs && <HelpText class='facts' of={command.help} />}
      <ul class='rows'>
        {below.map(({ path, help, runs }) => (
          <li key={path}>
            <button
              type='button'
              class='quiet'
              onClick={() => {
                onChoose(`ipfs ${path.replaceAll('/', ' ')}${runs ? '' : ' '}`)
              }}
            >
              <code>{path.slice(prefix.length)}</code>
            </button>
            <HelpText as='span' class='facts' of={help} />
          </li>
        ))}
      </ul>
    </section>
  )
}
