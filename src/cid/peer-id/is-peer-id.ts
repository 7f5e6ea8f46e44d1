import { parsePeerId } from './parse-peer-id.ts'

/** Whether a text is a peer ID, in any of its forms. */
export function isPeerId (text: string): boolean {
  try {
    parsePeerId(text)
    return true
  } catch {
    return false
  }
}
