/** Characters that a name from another person must not contain: controls, direction marks, and path separators. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\uffa0\ufff9-\ufffb/\\]/g
const MAX_BYTES = 255

const utf8 = new TextEncoder()

/**
 * Makes a file name from an untrusted source safe to show and to save: removes characters that could imitate another
 * name, and shortens it to 255 bytes of UTF-8 before its extension.
 *
 * @returns undefined if nothing is left
 */
export function safeFileName (name: string): string | undefined {
  const clean = name.replace(UNSAFE, '').trim()
  return clean === '' || /^\.+$/.test(clean) ? undefined : shortened(clean)
}

function shortened (name: string): string {
  const excess = (text: string): boolean => utf8.encode(text).length > MAX_BYTES
  if (!excess(name)) {
    return name
  }
  const extension = /\.[A-Za-z0-9]{1,16}$/.exec(name)?.[0] ?? ''
  const letters = [...name.slice(0, name.length - extension.length)].slice(0, MAX_BYTES)
  while (excess(`${letters.join('')}…${extension}`)) {
    letters.pop()
  }
  return `${letters.join('')}…${extension}`
}
