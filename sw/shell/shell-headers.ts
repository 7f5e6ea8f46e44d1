import { isBridgePath } from '../../src/bridge/protocol/bridge-messages.ts'
import { isHomeFramePath } from '../../src/client/protocol/home-origin.ts'

const NO_FRAMES = "frame-ancestors 'none'"
/** Folder of a third-party page, which the operator has installed. */
const WEBUI = '/webui/'

/** Headers that apply to that page too. The shell's policy does not fit it. */
const FOR_ALL = ['X-Content-Type-Options', 'Referrer-Policy', 'X-Frame-Options']

/**
 * Headers without which pages with `Cross-Origin-Embedder-Policy`, such as those of cross-origin isolated sites, cannot
 * frame a page.
 */
const EMBEDDABLE = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'cross-origin' }

const OPENER_POLICY = 'Cross-Origin-Opener-Policy'
/** Headers that are useless in a frame, or forbid it. */
const NOT_FOR_FRAMES = ['X-Frame-Options', OPENER_POLICY]

/**
 * Returns the headers of the page at a path. Only pages of sites may frame the node's frame. A third-party page below
 * `/webui/` has the policy that its host sends. The window that other sites open keeps its opener.
 *
 * @param headers - headers of all other pages
 */
export function shellHeaders (
  path: string,
  { protocol, host }: Pick<URL, 'protocol' | 'host'>,
  headers: Readonly<Record<string, string>>
): Readonly<Record<string, string>> {
  if (path.startsWith(WEBUI)) {
    return Object.fromEntries(Object.entries(headers).filter(([name]) => FOR_ALL.includes(name)))
  }

  if (!isHomeFramePath(path)) {
    return isBridgePath(path)
      ? Object.fromEntries(Object.entries(headers).filter(([name]) => name !== OPENER_POLICY))
      : headers
  }

  const sites = ['ipfs', 'ipns'].map((namespace) => `${protocol}//*.${namespace}.${host}`).join(' ')
  const kept = Object.entries(headers).filter(([name]) => !NOT_FOR_FRAMES.includes(name))
  return {
    ...Object.fromEntries(
      kept.map(([name, value]) => [name, value.replace(NO_FRAMES, `frame-ancestors 'self' ${sites}`)])
    ),
    ...EMBEDDABLE
  }
}
