import { isHomeFramePath } from '../src/client/home-origin.ts'

const NOBODY = "frame-ancestors 'none'"
/** A page of somebody else is below it, which the owner has put there. */
const WEBUI = '/webui/'

/** What holds for that page too; of the shell's policy it knows nothing. */
const FOR_ALL = ['X-Content-Type-Options', 'Referrer-Policy', 'X-Frame-Options']

/** Pages with `Cross-Origin-Embedder-Policy`, those of cross-origin isolated sites, allow a frame with these alone. */
const EMBEDDABLE = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** Of no use in a frame, or against it. */
const NOT_FOR_FRAMES = ['X-Frame-Options', 'Cross-Origin-Opener-Policy']

/**
 * The headers of the page at a path. The frame of the node may stand in pages of its sites, and nowhere else; a page of somebody else
 * below `/webui/` has the policy that its host sends.
 *
 * @param headers - of all other pages
 */
export function headersOf (path: string, { protocol, host }: Pick<Location, 'protocol' | 'host'>, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (path.startsWith(WEBUI)) {
    return Object.fromEntries(Object.entries(headers).filter(([name]) => FOR_ALL.includes(name)))
  }

  if (!isHomeFramePath(path)) {
    return headers
  }

  const sites = ['ipfs', 'ipns'].map((namespace) => `${protocol}//*.${namespace}.${host}`).join(' ')
  const kept = Object.entries(headers).filter(([name]) => !NOT_FOR_FRAMES.includes(name))
  return { ...Object.fromEntries(kept.map(([name, value]) => [name, value.replace(NOBODY, `frame-ancestors 'self' ${sites}`)])), ...EMBEDDABLE }
}
