import { hasBytes, latin1 } from '../../bytes/signature.ts'

/** Types by the brand of ISO base media files (ISO/IEC 14496-12). All other brands are MP4 video. */
const BRANDS: Readonly<Record<string, string>> = {
  'avif': 'image/avif',
  'avis': 'image/avif',
  'heic': 'image/heic',
  'heix': 'image/heic',
  'hevc': 'image/heic-sequence',
  'hevx': 'image/heic-sequence',
  'mif1': 'image/heif',
  'heim': 'image/heif',
  'heis': 'image/heif',
  'avic': 'image/heif',
  'msf1': 'image/heif-sequence',
  'hevm': 'image/heif-sequence',
  'hevs': 'image/heif-sequence',
  'avcs': 'image/heif-sequence',
  'M4A ': 'audio/x-m4a',
  'F4A ': 'audio/mp4',
  'F4B ': 'audio/mp4',
  'M4B ': 'audio/mp4',
  'M4P ': 'audio/mp4',
  'MSNV': 'audio/mp4',
  'NDAS': 'audio/mp4',
  'M4V ': 'video/x-m4v',
  'M4VH': 'video/x-m4v',
  'M4VP': 'video/x-m4v',
  'qt  ': 'video/quicktime',
  'moov': 'video/quicktime',
  'mqt ': 'video/quicktime'
}

const QUICKTIME_ATOMS = /^(moov|mdat|free|skip|pnot)\0/

/** Returns the type of MP4 and related formats, including QuickTime. */
export function boxType (bytes: Uint8Array): string | undefined {
  // The first byte of the first box's length is always 0. This excludes text with `ftyp` at this offset.
  if (bytes[0] === 0 && bytes.length >= 12 && hasBytes(bytes, 'ftyp', 4)) {
    const brand = latin1(bytes, 8, 12)
    return BRANDS[brand] ?? mobileVideo(brand)
  }

  const quicktime = hasBytes(bytes, '\0\0\0\x08wide') || QUICKTIME_ATOMS.test(latin1(bytes, 4, 9))
  return bytes.length >= 12 && quicktime ? 'video/quicktime' : undefined
}

function mobileVideo (brand: string): string {
  if (/^(3g2|KDDI)/.test(brand)) {
    return 'video/3gpp2'
  }

  return /^3g[pseg]/.test(brand) ? 'video/3gpp' : 'video/mp4'
}
