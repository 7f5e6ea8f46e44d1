import type { ComponentType } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { NODE_PART_TITLES } from '../../lib/links/fixed-titles.ts'
import { NODE_PARTS, nodeLink } from '../../lib/links/section.ts'
import type { NodePart } from '../../lib/links/section.ts'
import { t } from '../../lib/text/t.ts'
import { KeysPart } from './keys/keys-part.tsx'
import { LogPart } from './log-part.tsx'
import { PeersPart } from './peers-part.tsx'
import { ReportPart } from './report-part.tsx'
import { SettingsPart } from './settings/settings-part.tsx'
import { StoragePart } from './storage-part.tsx'

import '../../styles/node.css'

const PARTS: Record<NodePart, ComponentType> = {
  peers: PeersPart,
  keys: KeysPart,
  storage: StoragePart,
  settings: SettingsPart,
  log: LogPart,
  report: ReportPart
}

/** The node section: peers, keys, storage, settings, log, and report. */
export function NodeSection ({ part }: { part: NodePart }) {
  const Part = PARTS[part]
  const title = NODE_PART_TITLES[part]
  const heading = useRef<HTMLHeadingElement>(null)
  const came = useRef(false)

  useLayoutEffect(() => {
    if (came.current) {
      heading.current?.focus()
    }
    came.current = true
  }, [part])

  return (
    <section class='panel node' aria-labelledby='node-part-title'>
      <nav class='node-parts' aria-label={t('Components')}>
        {NODE_PARTS.map((name) => (
          <a key={name} href={nodeLink(name)} aria-current={name === part ? 'page' : undefined}>
            {t(NODE_PART_TITLES[name])}
          </a>
        ))}
      </nav>
      <h2 id='node-part-title' ref={heading} tabIndex={-1}>{t(title)}</h2>
      <Part key={part} />
    </section>
  )
}
