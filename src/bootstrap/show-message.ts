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
export function showMessage ({ title, text, detail, busy = false, retry = false, back = false, home }: Words): void {
  const parts: HTMLElement[] = [textElement('h1', title), textElement('p', text)]
  if (busy) {
    const progress = textElement('progress')
    progress.ariaLabel = title
    parts.push(progress)
  }
  if (detail != null) {
    const details = textElement('details')
    details.append(textElement('summary', t('Details')), textElement('code', detail))
    parts.push(details)
  }
  const ways = textElement('p')
  if (retry) {
    const again = textElement('button', t('Try again'))
    again.addEventListener('click', () => {
      location.reload()
    })
    ways.append(again)
  }
  if (back && history.length > 1) {
    const button = textElement('button', t('Back'))
    button.addEventListener('click', () => {
      history.back()
    })
    ways.append(button)
  }
  if (home != null) {
    const link = textElement('a', t('To the start page'))
    link.href = home
    ways.append(link)
  }

  document.title = title
  const message = textElement('div')
  message.setAttribute('role', busy ? 'status' : 'alert')
  document.getElementById('bootstrap')?.replaceChildren(message)
  // after it is in the document, because screen readers announce changes
  message.append(...parts, ...ways.hasChildNodes() ? [ways] : [])
}

function textElement<K extends keyof HTMLElementTagNameMap> (name: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
