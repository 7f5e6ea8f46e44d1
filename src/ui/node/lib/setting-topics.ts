import type { SettingInfo } from '../../lib/command/info/setting-info.ts'
import { helpWords } from '../../lib/text/help.ts'
import { words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'

export interface SettingTopic {
  title: Words
  settings: SettingInfo[]
}

/** Topics of configuration sections, in display order. */
const TOPICS: ReadonlyArray<[title: Words, sections: readonly string[]]> = [
  [words('Fetching content'), ['HTTPRetrieval', 'Routing', 'Bitswap', 'DNS']],
  [words('Peers and connections'), [
    'Bootstrap',
    'Peering',
    'Swarm',
    'Addresses',
    'Discovery',
    'AutoConf',
    'AutoNAT',
    'AutoTLS'
  ]],
  [words('Announcing'), ['Provide', 'Provider', 'Reprovider']],
  [words('Names'), ['Ipns']],
  [words('Messages'), ['Pubsub']],
  [words('Adding content'), ['Import']],
  [words('Storage'), ['Datastore']],
  [words('Pinning services'), ['Pinning']],
  [words('Gateway'), ['Gateway']],
  [words('API access'), ['API']],
  [words('Experimental'), ['Experimental']]
]

const REST = words('Other')

/**
 * Groups settings by topic.
 *
 * @param text - words to find in the key, or in the description in English or the page's language
 */
export function settingTopics (
  settings: readonly SettingInfo[],
  { text = '', actsOnly = false, changed }: {
    text?: string
    actsOnly?: boolean
    changed?: (setting: SettingInfo) => boolean
  } = {}
): SettingTopic[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const shown = settings.filter((setting) =>
    (!actsOnly || setting.acts) && (changed == null || changed(setting)) &&
    words.every((word) => `${setting.key} ${helpWords(setting.how)}`.toLowerCase().includes(word))
  )
  const known = TOPICS.flatMap(([, sections]) => sections)
  const of = (has: (section: string) => boolean): SettingInfo[] => shown.filter(({ key }) => has(key.split('.')[0]))

  return [
    ...TOPICS.map(([title, sections]) => ({ title, settings: of((section) => sections.includes(section)) })),
    { title: REST, settings: of((section) => !known.includes(section)) }
  ].filter(({ settings }) => settings.length > 0)
}
