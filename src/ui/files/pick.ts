import { openFolderPicker } from '../intake/lib/open-folder-picker.ts'
import { arrive, targetFolder } from '../intake/state/arriving.ts'
import { filesLink } from '../lib/links/section.ts'
import { section } from '../page/state/section.ts'

/** Frames until Files is certainly rendered. */
const MAX_FRAMES = 60

/**
 * Lets the user choose files, a folder, or CARs for the open folder, from any section. Call it during a click or a key
 * press, after which a browser allows it for some seconds.
 */
export function pick (what: 'files' | 'folder' | 'cars'): void {
  if (section.value.is !== 'files') {
    location.hash = filesLink(targetFolder())
  }
  whenRendered(`[data-pick=${what}]`, (input) => {
    if (what === 'folder') {
      openFolderPicker(input, { take: (read) => void arrive(read), onNothing: () => {} })
    } else {
      input.click()
    }
  })
}

/** Calls a function with an input that belongs to Files, once it is rendered. */
function whenRendered (selector: string, use: (input: HTMLInputElement) => void, left = MAX_FRAMES): void {
  const input = document.querySelector<HTMLInputElement>(selector)
  if (input != null) {
    use(input)
  } else if (left > 0) {
    requestAnimationFrame(() => {
      whenRendered(selector, use, left - 1)
    })
  }
}
