import { parseCid } from '../../../cid/text/parse-cid.ts'

export function isCidText (text: string): boolean {
  try {
    parseCid(text)
    return true
  } catch {
    return false
  }
}
