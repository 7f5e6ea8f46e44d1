import { putContents } from '../../files/file-actions.ts'
import { settleName, uploads } from '../../intake/state/uploads.ts'
import type { Upload } from '../../intake/state/uploads.ts'
import { filesLink } from '../../lib/links/section.ts'
import { pinName } from '../../storage/lib/pin-name.ts'
import { renameKept } from '../../storage/state/kept.ts'

/** Renames content that was added again under another name to the new name. */
export async function takeNewName (id: number): Promise<void> {
  const one = known(id)
  if (one?.result == null) {
    return
  }
  // The list shows the error.
  await renameKept({ cid: one.result.cid, name: one.earlier ?? '', type: 'recursive' }, pinName(one.picked.name)).then(
    () => {
      settleName(id)
    },
    () => {}
  )
}

/** Adds the content to the MFS under both names, because a pin has only one, and opens it there. */
export async function putUnderBoth (id: number): Promise<void> {
  const one = known(id)
  if (one?.result == null || one.earlier == null) {
    return
  }
  const { cid } = one.result
  settleName(id)
  location.hash = filesLink('/')
  await putContents([one.earlier, one.picked.name].map((name) => ({ path: `/ipfs/${cid}`, name })), '/')
}

function known (id: number): Upload | undefined {
  return uploads.value.find((one) => one.id === id)
}
