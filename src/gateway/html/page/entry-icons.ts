import type { EntryKind } from './entry-kind.ts'

/** SVG paths of the icons, 24 units wide and high, filled by the even-odd rule. */
const SHAPES: Readonly<Record<EntryKind, string>> = {
  folder: 'M2 5h7l2 3h11v12H2z',
  picture: 'M2 4h20v16H2zM4 6v10l5-5 4 4 3-2 4 3V6z',
  film: 'M3 4h18v16H3zM10 8v8l6-4z',
  sound: 'M9 4l11-2v14a3 3 0 1 1-2-3V7l-7 1v11a3 3 0 1 1-2-3z',
  text: 'M5 2h14v20H5zM8 7h8v2H8zM8 11h8v2H8zM8 15h5v2H8z',
  file: 'M5 2h9v6h5v14H5zM15 2l4 5h-4z'
}

/** Styles of the icons: masks in the text color, so that no font is needed. */
export const ENTRY_ICONS = [
  '.icon{width:1.1rem;height:1.1rem;align-self:center;background:var(--soft-ink)}',
  '.icon.folder{background:var(--water)}',
  // Unknown kinds get the file icon.
  ...Object.entries(SHAPES).map(([kind, shape]) =>
    `${
      kind === 'file' ? ':where(.icon)' : `.${kind}`
    }{mask:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill-rule='evenodd' d='${shape}'/%3E%3C/svg%3E") center/contain no-repeat}`
  )
].join('\n')
