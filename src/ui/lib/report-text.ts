import type { Json, SettingInfo } from './setting-info.ts'
import { isSameSetting, settingValue } from './setting-value.ts'

export interface ReportFacts {
  /** headings and what stands below each, in order */
  facts: ReadonlyArray<[name: string, value: string]>
  settings: readonly SettingInfo[]
  config: Json
  problems: ReadonlyArray<{ when: string, what: string, detail?: string }>
}

/** Sections whose values may hold secrets, or say who the node is; that they are set is said, and nothing of them. */
const WITHHELD = ['Identity', 'API', 'Pinning']

/** A report that a person can read before it is given away: no secrets, no names of content beyond what the exact words hold. */
export function reportText ({ facts, settings, config, problems }: ReportFacts): string {
  const changed = settings.filter(({ key, default: fallback }) => !key.startsWith('Identity.') && !isSameSetting(settingValue(config, key), fallback))

  return [
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    'Settings that were changed:',
    ...changed.length === 0 ? ['  none'] : changed.map(({ key }) => `  ${key} = ${WITHHELD.includes(key.split('.')[0]) ? '(withheld)' : JSON.stringify(settingValue(config, key))}`),
    '',
    'Last problems:',
    ...problems.length === 0 ? ['  none'] : problems.flatMap(({ when, what, detail }) => [`  ${when} ${what}`, ...detail == null ? [] : detail.split('\n').map((line) => `    ${line}`)]),
    ''
  ].join('\n')
}
