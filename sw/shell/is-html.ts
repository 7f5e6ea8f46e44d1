/** Whether a response is an HTML page. */
export function isHtml (response: Response): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)\b/i.test(response.headers.get('Content-Type') ?? '')
}
