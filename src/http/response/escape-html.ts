const SPECIAL = /[&<>"'`]/g
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;'
}

/** Escapes a text for use between tags and in quoted attributes. */
export function escapeHtml (text: string): string {
  return text.replace(SPECIAL, (char) => ENTITIES[char])
}
