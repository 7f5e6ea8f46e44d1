/**
 * Header of a request that asks for an end mark, and of an answer that has one: the body ends with the value of the
 * header. Some browsers end the body of a stopped worker as if it were whole; without the mark at its end it is not.
 */
export const ANSWER_END = 'X-Swipfs-Answer-End'
