import type { Json, SettingInfo } from '../../lib/command/info/setting-info.ts'
import { isSameSetting, settingValue } from './setting-value.ts'

export interface ReportFacts {
  /** headings with their texts, in order */
  facts: ReadonlyArray<[name: string, value: string]>
  settings: readonly SettingInfo[]
  config: Json
  problems: ReadonlyArray<{ when: string; what: string; detail?: string }>
}

/** Sections with values that may contain secrets or identify the node. The report only says that they are set. */
const WITHHELD = ['Identity', 'API', 'Pinning']

/**
 * Returns a problem report that the user can read before sharing it. It contains no secrets, and no content names
 * beyond those in original error messages.
 */
export function reportText ({ facts, settings, config, problems }: ReportFacts): string {
  const changed = settings.filter(({ key, default: fallback }) =>
    !key.startsWith('Identity.') && !isSameSetting(settingValue(config, key), fallback)
  )

  return [
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    'Settings that were changed:',
    ...changed.length === 0
      ? ['  none']
      : changed.map(({ key }) =>
        `  ${key} = ${WITHHELD.includes(key.split('.')[0]) ? '(withheld)' : JSON.stringify(settingValue(config, key))}`
      ),
    '',
    'Last problems:',
    ...problems.length === 0
      ? ['  none']
      : problems.flatMap((
        { when, what, detail }
      ) => [`  ${when} ${what}`, ...detail == null ? [] : detail.split('\n').map((line) => `    ${line}`)]),
    ''
  ].join('\n')
}
