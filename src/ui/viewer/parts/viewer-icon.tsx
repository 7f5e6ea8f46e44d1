import {
  ChevronLeft,
  ChevronRight,
  Download,
  File,
  FileArchive,
  FileText,
  Image,
  Info,
  Maximize,
  Music,
  Share2,
  Video,
  X,
  ZoomIn,
  ZoomOut
} from 'lucide'
import { createElement } from 'preact'

const ICONS = {
  close: X,
  download: Download,
  share: Share2,
  details: Info,
  left: ChevronLeft,
  right: ChevronRight,
  in: ZoomIn,
  out: ZoomOut,
  fit: Maximize,
  file: File,
  archive: FileArchive,
  text: FileText,
  image: Image,
  video: Video,
  audio: Music
}

export type ViewerIconName = keyof typeof ICONS

/** An icon next to a text with the same meaning, or in a button with a label, so it is hidden from screen readers. */
export function ViewerIcon ({ of }: { of: ViewerIconName }) {
  return (
    <svg class='viewer-icon' viewBox='0 0 24 24' aria-hidden='true'>
      {ICONS[of].map(([tag, attributes], i) => createElement(tag, { key: i, ...attributes }))}
    </svg>
  )
}
