/** Types that browsers display in a tab. They save all others. */
const SHOWN =
  /^\s*(?:text\/|image\/|audio\/|video\/|application\/(?:pdf|(?:[\w.-]+\+)?(?:json|xml)|javascript|ecmascript|ogg)\b)/i

/**
 * Returns whether a browser saves a response instead of displaying it: it is an attachment (RFC 6266), or its type is
 * not displayable.
 */
export function isSaved ({ headers }: Pick<Response, 'headers'>): boolean {
  const type = headers.get('content-type')
  return /^\s*attachment/i.test(headers.get('content-disposition') ?? '') || (type != null && !SHOWN.test(type))
}
