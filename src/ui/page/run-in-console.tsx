import { consoleLink } from '../lib/links/section.ts'
import { shownName } from '../lib/text/shown-name.ts'
import { t } from '../lib/text/t.ts'

/** A link that opens the command of an action in the console. */
export function RunInConsole ({ line }: { line: string }) {
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
