import { defineError } from '../../errors/define-error.ts'

/** Thrown if the disk, or the quota of this origin, is full. Has the name of the browsers' error. */
export class QuotaExceededError extends defineError('QuotaExceededError') {}
