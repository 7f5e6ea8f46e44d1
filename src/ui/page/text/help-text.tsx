import { useStore } from '../../lib/reactive/store.ts'
import { helpOf, helpTexts } from '../../lib/text/help.ts'
import { WithCode } from './with-code.tsx'

/** A help text of a command or setting, in the page's language or in English. */
export function HelpText (
  { of: english, as: Element = 'p', ...rest }: { of: string; as?: 'p' | 'span' | 'bdi'; id?: string; class?: string }
) {
  useStore(helpTexts)
  const { text, lang, dir } = helpOf(english)

  return (
    <Element {...rest} lang={lang} dir={dir}>
      <WithCode text={text} />
    </Element>
  )
}
