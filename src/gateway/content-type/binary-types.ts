import { hasBytes, latin1 } from '../../bytes/signature.ts'
import { boxType } from './iso-media.ts'
import { matroskaType } from './matroska.ts'
import { isTar } from './tar-header.ts'
import { zipType } from './zip-type.ts'

type Matcher = (bytes: Uint8Array) => string | undefined

/** Matches a byte pattern at an offset. */
const magic = (type: string, pattern: string, at = 0): Matcher => (bytes) =>
  hasBytes(bytes, pattern, at) ? type : undefined

/** Matches RIFF and IFF containers, which name their content after the length. */
const chunked = (type: string, container: string, content: string): Matcher => (bytes) =>
  hasBytes(bytes, container) && hasBytes(bytes, content, 8) ? type : undefined

const PDF_SEARCH_BYTES = 1024

/**
 * Matchers in the order in which they are tried. If a mark of one format may occur in another, the more specific one
 * comes first.
 */
const MATCHERS: readonly Matcher[] = [
  magic('application/x-7z-compressed', '7z\xbc\xaf\x27\x1c'),
  zipType,
  // The mark of a PDF may follow other bytes (ISO 32000-1, annex H).
  (bytes) => latin1(bytes, 0, PDF_SEARCH_BYTES).includes('%PDF-') ? 'application/pdf' : undefined,
  magic('application/x-ole-storage', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  magic('application/postscript', '%!PS-Adobe-'),
  magic('image/vnd.adobe.photoshop', '8BPS'),
  oggType,
  (bytes) => {
    if (hasBytes(bytes, '\x89PNG\r\n\x1a\n')) {
      return hasBytes(bytes, 'acTL', 37) ? 'image/vnd.mozilla.apng' : 'image/png'
    }

    return undefined
  },
  magic('image/jpeg', '\xff\xd8\xff'),
  magic('image/jxl', '\xff\x0a'),
  magic('image/jxl', '\0\0\0\x0cJXL \r\n\x87\n'),
  (bytes) => hasBytes(bytes, 'jP  ', 4) && hasBytes(bytes, 'jp2 ', 20) ? 'image/jp2' : undefined,
  magic('image/gif', 'GIF87a'),
  magic('image/gif', 'GIF89a'),
  chunked('image/webp', 'RIFF', 'WEBP'),
  magic('application/vnd.microsoft.portable-executable', 'MZ'),
  magic('application/x-elf', '\x7fELF'),
  (bytes) => {
    if (hasBytes(bytes, '!<arch>')) {
      return hasBytes(bytes, 'debian-binary', 8) ? 'application/vnd.debian.binary-package' : 'application/x-archive'
    }

    return undefined
  },
  (bytes) => isTar(bytes) ? 'application/x-tar' : undefined,
  magic('application/x-bzip2', 'BZh'),
  magic('image/tiff', 'II*\0'),
  magic('image/tiff', 'MM\0*'),
  (bytes) =>
    hasBytes(bytes, 'BM') && BMP_HEADER_BYTES.includes(bytes[14]) && hasBytes(bytes, '\0\0\0', 15)
      ? 'image/bmp'
      : undefined,
  magic('image/x-icon', '\0\0\x01\0'),
  magic('image/x-icon', '\0\0\x02\0'),
  (bytes) =>
    hasBytes(bytes, 'ID3') || (bytes[0] === 0xff && MP3_FRAMES.includes(bytes[1] & 0xfe)) ? 'audio/mpeg' : undefined,
  magic('audio/flac', 'fLaC\0\0\0\x22'),
  magic('audio/midi', 'MThd'),
  chunked('audio/wav', 'RIFF', 'WAVE'),
  chunked('audio/aiff', 'FORM', 'AIFF'),
  magic('audio/basic', '.snd'),
  (bytes) => hasBytes(bytes, '\0\0\x01') && bytes[3] >= 0xb0 && bytes[3] <= 0xbf ? 'video/mpeg' : undefined,
  boxType,
  chunked('video/x-msvideo', 'RIFF', 'AVI LIST'),
  magic('video/x-flv', 'FLV\x01'),
  matroskaType,
  (bytes) => bytes[0] === 0xff && (bytes[1] === 0xf1 || bytes[1] === 0xf9) ? 'audio/aac' : undefined,
  magic('application/vnd.apple.mpegurl', '#EXTM3U\n'),
  magic('application/vnd.apple.mpegurl', '#EXTM3U\r\n'),
  magic('application/gzip', '\x1f\x8b'),
  (bytes) =>
    hasBytes(bytes, '\0\x01\0\0') && bytes[4] === 0 && bytes[5] < 49 && /^[A-Za-z/0-9 ]{4}$/.test(latin1(bytes, 12, 16))
      ? 'font/ttf'
      : undefined,
  magic('font/woff', 'wOFF'),
  magic('font/woff2', 'wOF2'),
  magic('font/otf', 'OTTO\0'),
  magic('font/collection', 'ttcf\0'),
  magic('application/wasm', '\0asm'),
  magic('application/x-rar-compressed', 'Rar!\x1a\x07\0'),
  magic('application/x-rar-compressed', 'Rar!\x1a\x07\x01\0'),
  (bytes) =>
    hasBytes(bytes, 'AT&TFORM') && /^(DJVM|DJVU|DJVI|THUM)$/.test(latin1(bytes, 12, 16)) ? 'image/vnd.djvu' : undefined,
  magic('application/x-mobipocket-ebook', 'BOOKMOBI', 60),
  magic('application/cbor', '\xd9\xd9\xf7'),
  magic('application/vnd.sqlite3', 'SQLite format 3\0'),
  magic('application/zstd', '\x28\xb5\x2f\xfd'),
  magic('application/x-xz', '\xfd7zXZ\0'),
  magic('application/lzip', 'LZIP'),
  magic('application/x-bittorrent', 'd8:announce'),
  magic('model/gltf-binary', 'glTF\x01\0\0\0'),
  magic('model/gltf-binary', 'glTF\x02\0\0\0'),
  magic('application/vnd.apache.parquet', 'PAR1')
]

const BMP_HEADER_BYTES = [16, 24, 40, 48, 52, 56, 64, 108, 124]
/** Second bytes of MPEG audio layer III frames, versions 1, 2 and 2.5. */
const MP3_FRAMES = [0xfa, 0xf2, 0xe2]

/** Returns the type of an Ogg file. Its first page names the codec after the page header. */
function oggType (bytes: Uint8Array): string | undefined {
  const codec = latin1(bytes, 28, 37)

  if (!hasBytes(bytes, 'OggS\0')) {
    return undefined
  }

  if (/^(\x7fFLAC|\x01vorbis|OpusHead|Speex {3})/.test(codec)) {
    return 'audio/ogg'
  }

  return /^(\x80theora|fishead\0|\x01video\0\0\0)/.test(codec) ? 'video/ogg' : 'application/ogg'
}

/** Returns the media type of bytes that start with the mark of a binary format. */
export function binaryType (bytes: Uint8Array): string | undefined {
  for (const matcher of MATCHERS) {
    const type = matcher(bytes)

    if (type != null) {
      return type
    }
  }

  return undefined
}
