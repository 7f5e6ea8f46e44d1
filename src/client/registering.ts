/** The call of `register` that runs in this page, by which `ready` knows that a worker is on its way. */
export const registering: { current: Promise<unknown> | undefined } = { current: undefined }
