import { latin1 } from '../../bytes/signature.ts'
import { charsetOfMark, charsetOfText, xmlCharset } from './charset.ts'
import { csvType } from './csv-type.ts'
import { jsonType } from './json-type.ts'
import { markupType } from './markup-type.ts'

const CHARSET_SEARCH_BYTES = 1024

/** Types by the interpreter that a script names in its first line. */
const SCRIPTS: ReadonlyArray<readonly [interpreter: RegExp, type: string]> = [
  [/^php/, 'text/x-php'],
  [/^node(js)?/, 'text/javascript'],
  [/^lua\b/, 'text/x-lua'],
  [/^perl\b/, 'text/x-perl'],
  [/^python/, 'text/x-python'],
  [/^ruby/, 'text/x-ruby'],
  [/^(tcl|tclsh|wish)/, 'text/x-tcl'],
  [/^(ba|c|da|k|tc|z)?sh\b/, 'text/x-shellscript']
]

const SHEBANG = /^#!\s*(?:\/usr(?:\/local)?)?\/bin\/(?:env\s+(?:-S\s+)?)?(\S+)/

/** Text formats other than markup that begin with a mark. */
const MARKS: ReadonlyArray<readonly [mark: RegExp, type: string]> = [
  [/^<\?(php|\r|\n| )/i, 'text/x-php'],
  [/^\{\\rtf/, 'text/rtf'],
  [/^1\r?\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}\r?\n./, 'application/x-subrip'],
  [/^(\xef\xbb\xbf)?WEBVTT([\n\r\t ]|$)/, 'text/vtt'],
  [/^BEGIN:VCARD\r?\n/i, 'text/vcard'],
  [/^BEGIN:VCALENDAR\r?\n/i, 'text/calendar'],
  [/^WARC\/1\.[01]/, 'application/warc']
]

/** Whether bytes can be text at all (mimesniff.spec.whatwg.org, "binary data byte"). */
export function isText (bytes: Uint8Array): boolean {
  return charsetOfMark(bytes) != null ||
    !bytes.some((byte) =>
      byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f)
    )
}

/**
 * Returns the media type of text.
 *
 * @param isComplete - whether the bytes are the whole file rather than its beginning
 */
export function textType (bytes: Uint8Array, isComplete: boolean): string {
  const text = latin1(bytes)
  const markup = markupType(text)

  switch (markup) {
    case undefined:
      break
    // Browsers detect the encoding better (Kubo issue 2203).
    case 'text/html':
      return markup
    case 'text/xml':
      return withCharset(markup, xmlCharset(bytes) ?? charsetOfText(bytes.subarray(0, CHARSET_SEARCH_BYTES)))
    default:
      return markup
  }

  return markedType(text) ?? scriptType(text) ?? jsonType(text, isComplete) ?? csvType(text, isComplete) ??
    withCharset('text/plain', charsetOfText(bytes.subarray(0, CHARSET_SEARCH_BYTES)))
}

function withCharset (type: string, charset: string | undefined): string {
  return charset == null ? type : `${type}; charset=${charset}`
}

function markedType (text: string): string | undefined {
  return MARKS.find(([mark]) => mark.test(text))?.[1]
}

function scriptType (text: string): string | undefined {
  const interpreter = SHEBANG.exec(text)?.[1]
  return interpreter == null ? undefined : SCRIPTS.find(([name]) => name.test(interpreter))?.[1]
}
