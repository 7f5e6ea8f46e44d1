import { hasBytes, latin1 } from '../../bytes/signature.ts'

const LOCAL_HEADER = 'PK\x03\x04'
const NAME_LENGTH_AT = 26
const NAME_AT = 30

/** Formats that store their type in a first, uncompressed file named `mimetype`. */
const DECLARED = /^mimetype(application\/(epub\+zip|vnd\.(oasis\.opendocument\.[a-z-]+|sun\.xml\.calc)))/

/** First entry of Office files, and the folder that distinguishes them (ECMA-376, part 2). */
const OFFICE_START = /^(\[Content_Types\]\.xml$|_rels\/|docProps\/|customXml\/|\[trash\]\/|xl\/|word\/|ppt\/|visio\/)/
const OFFICE_FOLDERS: Readonly<Record<string, string>> = {
  xl: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  word: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ppt: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  visio: 'application/vnd.ms-visio.drawing.main+xml'
}

const ANDROID = new RegExp(
  String.raw`^(AndroidManifest\.xml|META-INF/com/android/build/gradle/app-metadata\.properties|` +
    String.raw`classes\.dex|resources\.arsc|res/drawable)$`
)
const JAVA_START = /^META-INF\/(MANIFEST\.MF)?$/

/** Returns the type of a zip, or of a format based on zip. */
export function zipType (bytes: Uint8Array): string | undefined {
  if (!hasBytes(bytes, 'PK') || ![3, 5, 7].includes(bytes[2]) || ![4, 6, 8].includes(bytes[3])) {
    return undefined
  }

  const declared = DECLARED.exec(latin1(bytes, NAME_AT, NAME_AT + 128))

  if (declared != null) {
    return declared[1]
  }

  const names = fileNames(bytes)
  const folder = OFFICE_START.test(names[0] ?? '')
    ? names.map((name) => OFFICE_FOLDERS[name.split('/')[0]]).find((type) => type != null)
    : undefined

  if (folder != null) {
    return folder
  }

  if (names.some((name) => ANDROID.test(name))) {
    return 'application/vnd.android.package-archive'
  }

  if (JAVA_START.test(names[0] ?? '')) {
    return 'application/java-archive'
  }

  return names.includes('doc.kml') ? 'application/vnd.google-earth.kmz' : 'application/zip'
}

/** Returns the names of the files that have their headers within the bytes. */
function fileNames (bytes: Uint8Array): string[] {
  const text = latin1(bytes)
  const names: string[] = []

  for (let at = text.indexOf(LOCAL_HEADER); at >= 0; at = text.indexOf(LOCAL_HEADER, at + NAME_LENGTH_AT)) {
    const length = bytes[at + NAME_LENGTH_AT] + bytes[at + NAME_LENGTH_AT + 1] * 0x100

    if (!(at + NAME_AT + length <= bytes.length)) {
      break
    }

    names.push(text.slice(at + NAME_AT, at + NAME_AT + length))
  }

  return names
}
