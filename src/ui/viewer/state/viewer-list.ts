import { useEffect, useRef } from 'preact/hooks'
import { Store } from '../../lib/reactive/store.ts'
import type { ViewerList } from '../lib/viewer-item.ts'

/** The list that the page shows, for the viewer over it. */
export const viewerList = new Store<ViewerList | undefined>(undefined)

/** Gives the displayed list to the viewer. Called by the component that shows the list. */
export function useViewerList ({ place, cid, items, focus }: ViewerList): void {
  const focusNow = useRef(focus)
  focusNow.current = focus

  useEffect(() => {
    viewerList.set({
      place,
      cid,
      items,
      focus: (name) => {
        focusNow.current(name)
      }
    })
  }, [place, cid, items])

  useEffect(() => () => {
    viewerList.set(undefined)
  }, [])
}
