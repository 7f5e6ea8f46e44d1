/** Maximum length of a DNS label (RFC 1034, section 3.1). */
export const MAX_LABEL_CHARS = 63
