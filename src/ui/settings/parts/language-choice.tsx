import { useStore } from '../../lib/reactive/store.ts'
import { language, LANGUAGES } from '../../lib/text/language.ts'
import type { LanguageCode } from '../../lib/text/language.ts'
import { t } from '../../lib/text/t.ts'
import { chooseLanguage } from '../state/language.ts'

/** Language choice, with native names. */
export function LanguageChoice () {
  const { code } = useStore(language)

  return (
    <label class='look'>
      <span>{t('Language')}</span>
      <select
        value={code}
        onChange={({ currentTarget }) => {
          void chooseLanguage(currentTarget.value as LanguageCode)
        }}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code} lang={code}>{name}</option>)}
      </select>
    </label>
  )
}
