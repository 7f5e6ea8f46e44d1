import { pathEscape } from '../go/escape.ts'

const NOT_ASCII = /[^\x00-\x7f]/gu

/** `Content-Disposition` with the name in both forms (RFC 6266): ASCII for old clients, UTF-8 for the others. */
export function setContentDisposition (headers: Headers, filename: string, type: 'inline' | 'attachment'): void {
  const ascii = pathEscape(filename.replace(NOT_ASCII, '_'))
  headers.set('Content-Disposition', `${type}; filename="${ascii}"; filename*=UTF-8''${pathEscape(filename)}`)
}
