import { useEffect } from 'preact/hooks'
import type { Grant } from '../../../bridge/answering/grant.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes, moment } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { permissionWords } from '../lib/permission-words.ts'
import { followSiteGrants, revokeSite, siteGrants } from '../state/site-grants.ts'
import { PermissionList } from './permission-list.tsx'

import '../../styles/grants.css'

/** The sites that may use this node, with their permissions and what they have done. */
export function GrantsSettings () {
  const { list, problem } = useStore(siteGrants)

  useEffect(followSiteGrants, [])

  return (
    <>
      {list?.length === 0 && <p>{t('No site has access.')}</p>}
      {list != null && list.length > 0 && (
        <ul class='site-grants'>
          {list.map((grant) => <GrantRow key={grant.origin} grant={grant} />)}
        </ul>
      )}
      {problem != null && <Problem problem={problem} />}
    </>
  )
}

function GrantRow ({ grant: { origin, scope, uses, usedMs, grantedMs, bytes: stored } }: { grant: Grant }) {
  return (
    <li>
      <div>
        <bdi class='site-origin' dir='ltr'>{origin}</bdi>
        <PermissionList of={permissionWords(scope)} />
        <p class='facts'>
          {[
            t('Since {date}', { date: moment(new Date(grantedMs)) }),
            tn(uses, '{n} request', '{n} requests'),
            ...usedMs == null ? [] : [t('last used {date}', { date: moment(new Date(usedMs)) })],
            ...stored === 0 ? [] : [t('{size} stored', { size: bytes(stored) })]
          ].join(' · ')}
        </p>
      </div>
      <button
        type='button'
        class='danger'
        aria-label={t('Revoke access of {site}', { site: origin })}
        onClick={() => {
          void revokeSite(origin)
        }}
      >
        {t('Revoke')}
      </button>
    </li>
  )
}
