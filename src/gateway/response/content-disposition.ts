import { pathEscape } from '../../go/url/escape.ts'

const NOT_ASCII = /[^\x00-\x7f]/gu

/**
 * Sets `Content-Disposition`, with the file name in ASCII for old clients and in UTF-8 for all others (RFC 6266).
 *
 * @param filename - may be empty: then the header contains no name
 */
export function setContentDisposition (headers: Headers, filename: string, type: 'inline' | 'attachment'): void {
  if (filename === '') {
    headers.set('Content-Disposition', type)
    return
  }

  const ascii = pathEscape(filename.replace(NOT_ASCII, '_'))
  headers.set('Content-Disposition', `${type}; filename="${ascii}"; filename*=UTF-8''${pathEscape(filename)}`)
}
