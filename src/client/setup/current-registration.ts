/** The running call of `register` in this page, by which `ready` knows that a worker is being installed. */
export const registering: { current: Promise<unknown> | undefined } = { current: undefined }
