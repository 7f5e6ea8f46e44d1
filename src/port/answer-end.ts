/**
 * Header of a request that asks for an end mark, and of an answer that has one: the body then ends with the value of
 * the header. Some browsers end the body of a stopped worker as if it were complete; a body without the mark is
 * incomplete.
 */
export const ANSWER_END = 'X-Swipfs-Answer-End'
