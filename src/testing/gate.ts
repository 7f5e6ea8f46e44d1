/** A promise that a test resolves. */
export interface Gate {
  opened: Promise<void>
  open: () => void
}

/** Creates a gate that is closed. */
export function gate (): Gate {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
