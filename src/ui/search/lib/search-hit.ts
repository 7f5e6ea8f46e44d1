import type { Help } from '../../lib/text/help.ts'
import { words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import type { IconName } from '../../page/controls/icon.tsx'

/** A result of the search. */
export interface SearchHit {
  /** unique among all hits */
  key: string
  icon: IconName
  title: string
  /** where or what it is */
  detail?: string
  /** help text of a command or setting */
  help?: Help
  /** page URL that it opens, or an action */
  href?: string
  run?: () => void
}

/** Groups of hits, in the order of the list. */
export const GROUPS = {
  address: words('Address'),
  recent: words('Recent'),
  files: words('Files'),
  pinned: words('Pinned'),
  shared: words('Shared'),
  actions: words('Actions'),
  names: words('Names'),
  peers: words('Peers'),
  settings: words('Settings'),
  commands: words('Commands'),
  web: words('Names on the web')
} as const satisfies Record<string, Words>

export type GroupName = keyof typeof GROUPS

export interface HitGroup {
  name: GroupName
  hits: readonly SearchHit[]
  /** all matches, of which `hits` are the best */
  count: number
}
