import { useEffect, useState } from 'preact/hooks'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { isLedAway } from '../lib/is-led-away.ts'

/** Says that an extension redirects requests for content to another node, once the browser has blocked one. */
export function RedirectNotice () {
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const notice = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
      if (isLedAway(blockedURI, location.origin)) {
        setShown(true)
      }
    }
    document.addEventListener('securitypolicyviolation', notice)
    return () => {
      document.removeEventListener('securitypolicyviolation', notice)
    }
  }, [])

  return isShown && (
    <Problem
      problem={retold(() => ({
        what: t('An extension, such as IPFS Companion, sends requests for your content to another node.'),
        next: t('Turn off its redirects for this site, then reload the page.')
      }))}
    />
  )
}
