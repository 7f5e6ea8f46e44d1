/** Content codings of the compressed copies of files, best first, with their extensions. */
export const CODINGS = [{ coding: 'br', extension: '.br' }, { coding: 'gzip', extension: '.gz' }]

/**
 * Returns the codings that a client accepts (RFC 9110, section 12.5.3), best first by compression. The client's order
 * of preference is ignored except for `q=0`.
 *
 * @param {string | undefined} header Accept-Encoding; without it only the file itself is sent
 * @returns {typeof CODINGS}
 */
export function acceptedCodings (header = '') {
  const weights = new Map(
    header.toLowerCase().split(',').map((entry) => {
      const [name, ...params] = entry.split(';').map((text) => text.trim())
      const weight = params.find((param) => param.startsWith('q='))
      return [name, weight == null ? 1 : Number(weight.slice(2))]
    })
  )
  return CODINGS.filter(({ coding }) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0)
}
