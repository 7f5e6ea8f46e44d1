import { t } from '../ui/lib/text/t.ts'

export interface Words {
  title: string
  text: string
  /** the original error message */
  detail?: string
  busy?: boolean
  retry?: boolean
  /** whether to offer a link to the previous page, if this tab has one */
  back?: boolean
  /** URL of the start page */
  home?: string
}

/** Renders the single message of this page. */
export function show ({ title, text, detail, busy = false, retry = false, back = false, home }: Words): void {
  const parts: HTMLElement[] = [element('h1', title), element('p', text)]
  if (busy) {
    const progress = element('progress')
    progress.ariaLabel = title
    parts.push(progress)
  }
  if (detail != null) {
    const details = element('details')
    details.append(element('summary', t('The exact words')), element('code', detail))
    parts.push(details)
  }
  const ways = element('p')
  if (retry) {
    const again = element('button', t('Try again'))
    again.addEventListener('click', () => {
      location.reload()
    })
    ways.append(again)
  }
  if (back && history.length > 1) {
    const button = element('button', t('Back'))
    button.addEventListener('click', () => {
      history.back()
    })
    ways.append(button)
  }
  if (home != null) {
    const link = element('a', t('To the start page'))
    link.href = home
    ways.append(link)
  }

  document.title = title
  const message = element('div')
  message.setAttribute('role', busy ? 'status' : 'alert')
  document.getElementById('bootstrap')?.replaceChildren(message)
  // after it is in the document, because screen readers announce changes
  message.append(...parts, ...ways.hasChildNodes() ? [ways] : [])
}

function element<K extends keyof HTMLElementTagNameMap> (name: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
