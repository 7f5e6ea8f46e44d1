/** Returns a signal that aborts as soon as one of the two does. */
export function eitherSignal (signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other == null ? signal : AbortSignal.any([signal, other])
}
