import { useEffect } from 'preact/hooks'

/**
 * Handles files that are dropped anywhere on the page.
 *
 * @param over - called with whether files are dragged above it
 */
export function useDrop (
  { over, drop }: { over: (isOver: boolean) => void; drop: (transfer: DataTransfer) => void }
): void {
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true || takesFiles(event.target)) {
        return
      }
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      over(true)
    }
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget == null) {
        over(false) // Left the window.
      }
    }
    const onDrop = (event: DragEvent): void => {
      over(false)
      if (event.dataTransfer?.types.includes('Files') !== true || takesFiles(event.target)) {
        return
      }
      event.preventDefault()
      drop(event.dataTransfer)
    }
    addEventListener('dragover', onOver)
    addEventListener('dragleave', onLeave)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onOver)
      removeEventListener('dragleave', onLeave)
      removeEventListener('drop', onDrop)
    }
  }, [over, drop])
}

/** Returns whether the target is a file input, such as that of a command in the console. */
function takesFiles (target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'file'
}
