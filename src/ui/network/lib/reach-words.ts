import { words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import type { Reach } from './reach-of.ts'

/** Describes how far the node reaches, for people. */
export const REACH_WORDS: Readonly<Record<Reach, Words>> = {
  sharing: words('Others can download what you share while this tab stays open.'),
  receiving: words(
    'You can open and download content. Others can’t download from this browser yet, because no relay is available.'
  ),
  'no-network': words('This device has no network connection. You can open, add and organize everything stored here.'),
  'switched-off': words('The network is switched off. You can open, add and organize everything stored here.'),
  'hosts-away': words(
    'None of the servers could be reached. Everything stored here still works, and the search continues by itself.'
  ),
  'no-hosts': words('No network source is set. You can open, add and organize everything stored here.')
}
