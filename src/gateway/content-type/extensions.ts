/**
 * Media types by file name extension, one type and its extensions a line. Types built into Go's `mime` package are as
 * in Go. The others are those on which IANA's registry and the shared MIME database of desktops agree, as Kubo reads it
 * on a common Linux. Extensions with several common meanings are left out: such files are sniffed.
 */
const TYPES = `
application/atom+xml atom
application/dash+xml mpd
application/epub+zip epub
application/gzip gz tgz
application/java-archive jar
application/json json map topojson
application/geo+json geojson
application/ld+json jsonld
application/manifest+json webmanifest
application/mathml+xml mml
application/msword doc dot
application/octet-stream bin com dll dmg exe img iso msi
application/pdf pdf
application/pgp-signature asc sig
application/postscript ai eps ps
application/rdf+xml rdf
application/rss+xml rss
application/rtf rtf
application/sql sql
application/toml toml
application/vnd.android.package-archive apk
application/vnd.apple.mpegurl m3u8
application/vnd.debian.binary-package deb
application/vnd.google-earth.kml+xml kml
application/vnd.google-earth.kmz kmz
application/vnd.ipld.car car
application/vnd.ms-excel xls
application/vnd.ms-fontobject eot
application/vnd.ms-powerpoint ppt
application/vnd.oasis.opendocument.graphics odg
application/vnd.oasis.opendocument.presentation odp
application/vnd.oasis.opendocument.spreadsheet ods
application/vnd.oasis.opendocument.text odt
application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
application/vnd.rar rar
application/vnd.sqlite3 sqlite sqlite3
application/wasm wasm
application/x-7z-compressed 7z
application/x-bittorrent torrent
application/x-bzip2 bz2
application/x-ndjson ndjson
application/x-tar tar
application/x-xz xz
application/xhtml+xml xht xhtml
application/yaml yaml yml
application/zip zip
application/zstd zst
audio/aac aac
audio/aiff aif aiff
audio/flac flac
audio/midi mid midi
audio/mp4 m4a m4b
audio/mpeg mp3 mp2 mpga
audio/ogg oga ogg opus spx
audio/wav wav
audio/webm weba
font/collection ttc
font/otf otf
font/ttf ttf
font/woff woff
font/woff2 woff2
image/apng apng
image/avif avif avifs
image/bmp bmp dib
image/gif gif
image/heic heic
image/heif heif
image/jp2 jp2
image/jpeg jfif jpe jpeg jpg pjp pjpeg
image/jxl jxl
image/png png
image/svg+xml svg
image/tiff tif tiff
image/vnd.adobe.photoshop psd
image/vnd.djvu djvu djv
image/vnd.microsoft.icon ico
image/webp webp
image/x-xbitmap xbm
message/rfc822 eml
model/gltf+json gltf
model/gltf-binary glb
model/obj obj
model/stl stl
text/calendar ics
text/css css
text/csv csv
text/html ehtml htm html shtml
text/javascript cjs js mjs
text/markdown markdown md
text/plain conf ini log text txt
text/tab-separated-values tsv
text/vcard vcard vcf
text/vtt vtt
text/xml xbl xml xsd xsl xslt
video/3gpp 3gp
video/3gpp2 3g2
video/mp2t m2ts mts
video/mp4 m4v mp4 mp4v
video/mpeg mpe mpeg mpg
video/ogg ogv
video/quicktime mov qt
video/webm webm
video/x-matroska mkv
video/x-ms-wmv wmv
video/x-msvideo avi
`

const byExtension = new Map(
  TYPES.trim().split('\n').flatMap((line) => {
    const [type, ...extensions] = line.split(' ')
    return extensions.map((extension) => [extension, type.startsWith('text/') ? `${type}; charset=utf-8` : type])
  })
)

const EXTENSION = /\.([^./]+)$/

/** Returns the media type for a file name; text counts as UTF-8. Returns undefined if the extension is unknown. */
export function typeByName (name: string): string | undefined {
  const extension = EXTENSION.exec(name)?.[1]
  return extension == null ? undefined : byExtension.get(extension) ?? byExtension.get(extension.toLowerCase())
}
