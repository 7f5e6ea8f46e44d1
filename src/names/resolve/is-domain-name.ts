const MAX_NAME_BYTES = 255
const MAX_LABEL_BYTES = 63

/** Whether a text can be asked of the DNS: labels of at most 63 bytes, 255 in all (miekg/dns `IsDomainName`). */
export function isDomainName (text: string): boolean {
  const labels = text.replace(/\.$/, '').split('.').map((label) => new TextEncoder().encode(label).length)
  const bytes = labels.reduce((sum, label) => sum + label + 1, 1)
  return text !== '' && bytes <= MAX_NAME_BYTES && labels.every((label) => label > 0 && label <= MAX_LABEL_BYTES)
}
