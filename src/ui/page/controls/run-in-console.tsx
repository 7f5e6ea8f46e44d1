import { consoleLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { developerMode } from '../state/developer-mode.ts'

/** A link that opens the command of an action in the console. Only in developer mode. */
export function RunInConsole ({ line }: { line: string }) {
  if (!useStore(developerMode)) {
    return null
  }
  return (
    <a
      class='button quiet code-link'
      href={consoleLink(line)}
      title={shownName(line)}
      aria-label={t('In the console: {line}', { line })}
    >
      &lt;/&gt;
    </a>
  )
}
