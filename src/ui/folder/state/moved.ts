/** A move or copy from one path to another. */
export interface Move {
  from: string
  to: string
}

type Listener = (move: Move) => Promise<void>

const listeners = new Set<Listener>()

/** Calls a function after each move and renaming of an entry by this page, so that references to it can follow. */
export function onMoved (listener: Listener): void {
  listeners.add(listener)
}

/** Reports a finished move. */
export async function reportMoved (move: Move): Promise<void> {
  for (const listener of listeners) {
    await listener(move).catch(() => {}) // The move itself succeeded.
  }
}
