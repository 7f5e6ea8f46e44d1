import { useEffect, useState } from 'preact/hooks'
import { askNode } from '../client/ask-node.ts'
import type { ExploredNode } from '../content/state/read-node.ts'
import { t, tn, words } from '../lib/text/t.ts'
import type { Words } from '../lib/text/t.ts'
import { CopyButton } from '../page/controls/copy-button.tsx'

/** Common forms of a CID: a name, and the options of `cid/format`. */
const FORMS: ReadonlyArray<readonly [name: Words, options: Record<string, string>]> = [
  [words('Version 1, base32'), { v: '1', b: 'base32' }],
  [words('Version 0'), { v: '0' }],
  [words('Version 1, base36'), { v: '1', b: 'base36' }],
  [words('Version 1, base58btc'), { v: '1', b: 'base58btc' }],
  [words('Multihash, base16'), { f: '%m', b: 'base16' }]
]

interface Formatted {
  Formatted: string
  ErrorMsg: string
}

/** The parts of a CID, and its other forms. */
export function CidDetails ({ node: { cid, version, base, codec, hash, digestBytes } }: { node: ExploredNode }) {
  const [open, setOpen] = useState(false)
  const [forms, setForms] = useState<ReadonlyArray<readonly [name: Words, text: string]>>()

  useEffect(() => {
    if (!open || forms != null) {
      return
    }
    const gone = new AbortController()
    void formsOf(cid, gone.signal).then(setForms, () => {})
    return () => {
      gone.abort()
    }
  }, [open, cid])

  return (
    <details
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{t('CID details')}</summary>
      <dl class='explore-facts'>
        <div>
          <dt>{t('Version')}</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>{t('Encoding')}</dt>
          <dd>{base}</dd>
        </div>
        <div>
          <dt>{t('Codec')}</dt>
          <dd>{codec}</dd>
        </div>
        <div>
          <dt>{t('Hash')}</dt>
          <dd>{tn(digestBytes * 8, '{hash}, {n} bit', '{hash}, {n} bits', { hash })}</dd>
        </div>
        {(forms ?? []).map(([name, text]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>
              <code class='long-id'>{text}</code> <CopyButton text={text} what={t('CID, {name}', { name: t(name) })} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

async function formsOf (cid: string, signal: AbortSignal): Promise<Array<readonly [name: Words, text: string]>> {
  const forms = await Promise.all(FORMS.map(async ([name, options]) => {
    // Not every CID has each form.
    const { Formatted } = await askNode<Formatted>('cid/format', { args: [cid], options, signal }).catch(() => ({
      Formatted: ''
    }))
    return [name, Formatted] as const
  }))
  return forms.filter(([, text]) => text !== '')
}
