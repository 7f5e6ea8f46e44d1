/** Largest name of an entry in UTF-8 bytes, as file systems allow. */
const MAX_NAME_BYTES = 255

/**
 * Returns the name under which a second version of an entry is kept: `report (from Phone).pdf`.
 *
 * @param number - distinguishes copies; 1 is not written
 * @param isFolder - a folder has no extension
 */
export function copyName (name: string, device: string, { number = 1, isFolder = false } = {}): string {
  const dot = isFolder ? -1 : name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  const mark = ` (from ${device}${number === 1 ? '' : ` ${number}`})`
  let stem = [...dot > 0 ? name.slice(0, dot) : name]

  while (stem.length > 1 && new TextEncoder().encode(stem.join('') + mark + extension).length > MAX_NAME_BYTES) {
    stem = stem.slice(0, -1)
  }

  return stem.join('') + mark + extension
}

/** Longest name of a device in characters. */
const MAX_DEVICE_CHARS = 32

/** Characters that cannot be part of a file name, or that change how the name is displayed. */
const UNSAFE = /[/\\\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff()]/g

/** Returns the name of a device in a form that may be part of a file name. */
export function safeDeviceName (name: string): string {
  const plain = [...name.replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim()].slice(0, MAX_DEVICE_CHARS).join('').trim()
  return plain === '' ? 'device' : plain
}
