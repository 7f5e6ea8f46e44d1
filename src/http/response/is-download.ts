/** Types that browsers show in a tab. They save all others. */
const SHOWN =
  /^\s*(?:text\/|image\/|audio\/|video\/|application\/(?:pdf|json|(?:[\w.-]+\+)?(?:json|xml)|xml|javascript|ecmascript|ogg)\b)/i

/**
 * Whether a browser that opens an answer saves it instead of showing it: it is an attachment (RFC 6266), or of a type
 * that is not shown.
 */
export function isSaved ({ headers }: Pick<Response, 'headers'>): boolean {
  const type = headers.get('content-type')
  return /^\s*attachment/i.test(headers.get('content-disposition') ?? '') || (type != null && !SHOWN.test(type))
}
