import { RunningRequests } from '../../src/gateway/steps/refusals.ts'

/**
 * Limit of concurrent gateway answers in one memory (128 MB), which the front and the node may share: each slow reader
 * holds a block, mostly 1 MiB.
 */
export const MAX_GATEWAY_REQUESTS = 64

/** Counts the gateway answers in this memory. */
export const runningAnswers = new RunningRequests()
