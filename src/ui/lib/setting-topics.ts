import type { SettingInfo } from './setting-info.ts'

export interface SettingTopic {
  title: string
  settings: SettingInfo[]
}

/** What sections of the configuration are about, in the order in which a person may look for them. */
const TOPICS: ReadonlyArray<[title: string, sections: readonly string[]]> = [
  ['Reading from elsewhere', ['HTTPRetrieval', 'Routing', 'Bitswap', 'DNS']],
  ['Peers and connections', ['Bootstrap', 'Peering', 'Swarm', 'Addresses', 'Discovery', 'AutoConf', 'AutoNAT', 'AutoTLS']],
  ['Telling others what is here', ['Provide', 'Provider', 'Reprovider']],
  ['Names', ['Ipns']],
  ['Messages', ['Pubsub']],
  ['How content is added', ['Import']],
  ['Storage', ['Datastore']],
  ['Pinning services', ['Pinning']],
  ['Gateway', ['Gateway']],
  ['Who may use the API', ['API']],
  ['Experiments', ['Experimental']]
]

const REST = 'All else'

/**
 * Settings by what they are about.
 *
 * @param text - words that stand in the key or in what is said of it
 */
export function settingTopics (settings: readonly SettingInfo[], { text = '', actsOnly = false, changed }: { text?: string, actsOnly?: boolean, changed?: (setting: SettingInfo) => boolean } = {}): SettingTopic[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const shown = settings.filter((setting) => (!actsOnly || setting.acts) && (changed == null || changed(setting)) && words.every((word) => `${setting.key} ${setting.how}`.toLowerCase().includes(word)))
  const known = TOPICS.flatMap(([, sections]) => sections)
  const of = (has: (section: string) => boolean): SettingInfo[] => shown.filter(({ key }) => has(key.split('.')[0]))

  return [
    ...TOPICS.map(([title, sections]) => ({ title, settings: of((section) => sections.includes(section)) })),
    { title: REST, settings: of((section) => !known.includes(section)) }
  ].filter(({ settings }) => settings.length > 0)
}
