/** Header of an answer that is a stream of frames. */
export const FRAMED = 'x-edge-framed'
